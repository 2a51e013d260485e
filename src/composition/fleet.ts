import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import process from 'node:process';
import type { KnownIcons } from '../discord/icons/icons.ts';
import type { Languages } from '../language/languages.ts';
import { Condition } from '../log/condition.ts';
import { BANS_HEARD } from '../pipeline/ban-register.ts';
import type { FleetState } from '../ports/fleet.ts';
import type { Ban, BanSnapshot, Checkpoints, History } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { Published, PublishedName, ServiceHealth } from '../ports/status.ts';
import {
  type LeaderStatus,
  readLeaderStatus,
  readServiceHealth,
  writeLeaderStatus,
} from '../storage/mappers/leader-status.ts';
import type { Clock } from '../time/clock.ts';
import { HOUR_MS } from '../time/durations.ts';
import { repeat } from '../time/retry.ts';

const PROCESS_PREFIX = 'process:';
const EXCHANGE_EVERY_MS = 2_000;
/** A process or a leader that was silent for so long is taken to be gone. */
const SILENCE_LIMIT_MS = 10_000;
const FORGET_AFTER_MS = HOUR_MS;

/** The facts that a process publishes about itself, as JSON. */
export type ProcessFacts = Readonly<Record<string, unknown>>;

/** The facts by process: machine, process id and a few letters. */
export type Processes = Readonly<Record<string, ProcessFacts>>;

export interface FleetParts {
  readonly fleetState: FleetState;
  /** Returns the facts of this process. */
  readonly facts: () => ProcessFacts;
  /**
   * Ends this process if it must not go on.
   * @throws if the check itself fails
   */
  readonly check: () => Promise<void>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
}

/** The processes on one store. Each publishes its facts every two seconds and reads those of all. */
export class Fleet {
  readonly #parts: FleetParts;
  readonly #name = `${PROCESS_PREFIX}${hostname()} ${process.pid} ${randomUUID().slice(0, 4)}`;
  #processes: Processes = {};

  constructor(parts: FleetParts) {
    this.#parts = parts;
  }

  /** Returns the processes as last read, including this one. */
  processes(): Processes {
    return this.#processes;
  }

  /** Runs until the signal aborts. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { fleetState, check, facts, clock, log } = this.#parts;
    const condition = new Condition({
      log,
      begins: 'Other processes unreachable, retrying',
      ends: 'Other processes reachable again',
    });
    const exchange = async () => {
      await check();
      await fleetState.put(this.#name, facts());
      await this.#read();
    };
    await repeat(exchange, { everyMs: EXCHANGE_EVERY_MS, condition, clock, signal });
    await fleetState.remove(this.#name).catch((error) => {
      log.debug({ err: error }, 'Could not notify other processes of the shutdown');
    });
  }

  async #read(): Promise<void> {
    const { fleetState } = this.#parts;
    const known = [...(await fleetState.all(PROCESS_PREFIX))];
    const alive = known.filter(([, { ageMs }]) => ageMs < SILENCE_LIMIT_MS);
    const facts = alive.map(([name, { value }]) => [name.slice(PROCESS_PREFIX.length), Object(value)] as const);
    this.#processes = Object.fromEntries(facts);
    const gone = known.filter(([, { ageMs }]) => ageMs > FORGET_AFTER_MS);
    await Promise.all(gone.map(([name]) => fleetState.remove(name)));
  }
}

/** Keys under which the leader publishes its status and the service's health. */
export const LEADER_KEY = 'leader';
export const HEALTH_KEY = 'health';

const PUBLISH_EVERY_MS = 1_000;
/** The leader requests the service's health every 30 turns for the whole fleet, instead of at each `/health`. */
const HEALTH_EVERY_TURNS = 30;

/** The state of the data service as the leader knows it. */
export interface LeaderFacts {
  readonly status: () => LeaderStatus;
  readonly health: () => Promise<ServiceHealth>;
}

/** Publishes the leader's facts to the fleet until the signal aborts. Never rejects. */
export async function publishLeader(
  { status, health }: LeaderFacts,
  { fleetState, clock, log }: Pick<FleetParts, 'clock' | 'log'> & { readonly fleetState: Pick<FleetState, 'put'> },
  signal: AbortSignal,
): Promise<void> {
  const condition = new Condition({
    log,
    begins: 'Data service status not published, retrying',
    ends: 'Data service status published again',
  });
  const publish = async (turn: number) => {
    await fleetState.put(LEADER_KEY, writeLeaderStatus(status()));
    if (turn % HEALTH_EVERY_TURNS === 0) await fleetState.put(HEALTH_KEY, await health());
  };
  await repeat(publish, { everyMs: PUBLISH_EVERY_MS, condition, clock, signal });
}

export interface LeaderViewParts {
  readonly fleetState: Pick<FleetState, 'all'>;
  readonly journal: Pick<History & Checkpoints, 'bans' | 'checkpoint'>;
  readonly now: () => number;
}

/** The leader's state of the data service, as this process read it last. */
export class LeaderView {
  readonly #parts: LeaderViewParts;
  #status: LeaderStatus | null = null;
  #health: ServiceHealth | null = null;
  #bans: readonly Ban[] = [];
  #bansHeardAt: number | null = null;

  constructor(parts: LeaderViewParts) {
    this.#parts = parts;
  }

  /** Reads the current state. If it throws, the state that was read before still counts. */
  async refresh(): Promise<void> {
    const { fleetState, journal, now } = this.#parts;
    const [leader, health] = await Promise.all([fleetState.all(LEADER_KEY), fleetState.all(HEALTH_KEY)]);
    const { value, ageMs = 0 } = leader.get(LEADER_KEY) ?? {};
    const status = readLeaderStatus(value);
    this.#status = status !== null && ageMs > SILENCE_LIMIT_MS ? silent(status, now() - ageMs) : status;
    this.#health = readServiceHealth(health.get(HEALTH_KEY)?.value);
    const heardAt = await journal.checkpoint(BANS_HEARD);
    if (heardAt === this.#bansHeardAt) return;
    this.#bans = await journal.bans();
    this.#bansHeardAt = heardAt;
  }

  /** @returns null if no leader has published since this process started */
  status(): LeaderStatus | null {
    return this.#status;
  }

  health(): ServiceHealth | null {
    return this.#health;
  }

  bans(): BanSnapshot | null {
    if (this.#bansHeardAt === null) return null;
    return { bans: this.#bans, heardAt: this.#bansHeardAt, trouble: null };
  }
}

/** Returns the status of a leader that fell silent: nobody receives the stream since then. */
function silent({ stream, ...status }: LeaderStatus, since: number): LeaderStatus {
  return { ...status, stream: stream.state === 'live' ? { ...stream, state: 'down', since } : stream };
}

const PUBLISHED_PREFIX = 'published:';

/** The ids published by a process that is alone on its store. */
export class OwnPublished implements Published {
  readonly #values = new Map<PublishedName, unknown>();
  readonly #followers = new Map<PublishedName, ((value: unknown) => void)[]>();

  put(name: PublishedName, value: unknown): void {
    this.#values.set(name, value);
    for (const listener of this.#followers.get(name) ?? []) listener(value);
  }

  follow(name: PublishedName, listener: (value: unknown) => void): void {
    this.#followers.set(name, [...(this.#followers.get(name) ?? []), listener]);
    if (this.#values.has(name)) listener(this.#values.get(name));
  }
}

/** The ids that processes on one store publish to each other. */
export class SharedPublished implements Published {
  readonly #fleetState: Pick<FleetState, 'put' | 'all'>;
  readonly #unwritten = new Map<PublishedName, unknown>();
  readonly #followers: { readonly name: PublishedName; readonly listener: (value: unknown) => void }[] = [];
  /** Values as JSON. */
  readonly #known = new Map<PublishedName, string>();

  constructor(fleetState: Pick<FleetState, 'put' | 'all'>) {
    this.#fleetState = fleetState;
  }

  put(name: PublishedName, value: unknown): void {
    this.#unwritten.set(name, value);
    this.#receive(name, value);
  }

  follow(name: PublishedName, listener: (value: unknown) => void): void {
    this.#followers.push({ name, listener });
    const json = this.#known.get(name);
    if (json !== undefined) listener(JSON.parse(json));
  }

  /** Writes the values of this process and reads those of other processes. A call after a failure writes the rest. */
  async exchange(): Promise<void> {
    for (const [name, value] of [...this.#unwritten]) {
      await this.#fleetState.put(PUBLISHED_PREFIX + name, value);
      if (this.#unwritten.get(name) === value) this.#unwritten.delete(name);
    }
    for (const [key, { value }] of await this.#fleetState.all(PUBLISHED_PREFIX)) {
      const name = key.slice(PUBLISHED_PREFIX.length);
      // An unwritten value put here is newer.
      if (isPublishedName(name) && !this.#unwritten.has(name)) this.#receive(name, value);
    }
  }

  #receive(name: PublishedName, value: unknown): void {
    const json = JSON.stringify(value);
    if (this.#known.get(name) === json) return;
    this.#known.set(name, json);
    for (const follower of this.#followers) if (follower.name === name) follower.listener(value);
  }
}

/** Returns whether this version knows the name. Another version may publish more. */
function isPublishedName(name: string): name is PublishedName {
  return name === 'commands' || name === 'icons';
}

/** Passes the published ids of commands and icons on. Resolves when those of the commands are known. */
export function followPublished(published: Published, languages: Languages, icons: KnownIcons): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  published.follow('commands', (value) => {
    languages.knowCommands(readIdsByName(value));
    resolve();
  });
  published.follow('icons', (value) => icons.replace(readIdsByName(value)));
  return promise;
}

/** Returns the ids by name. */
function readIdsByName(value: unknown): ReadonlyMap<string, string> {
  const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new Map(pairs.flatMap(([name, id]) => (typeof id === 'string' ? [[name, id] as const] : [])));
}
