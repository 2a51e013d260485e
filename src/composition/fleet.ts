import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import process from 'node:process';
import { Condition } from '../log/condition.ts';
import type { FleetState } from '../ports/fleet.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';

const PREFIX = 'process:';
const EVERY_MS = 2_000;
/** A process that was not heard of for so long is gone. */
const SILENT_MS = 10_000;
const FORGOTTEN_MS = 60 * 60_000;

/** The facts that a process publishes about itself, as JSON. */
export type ProcessFacts = Readonly<Record<string, unknown>>;

/** By what they are called: machine, process and a few letters. */
export type Processes = Readonly<Record<string, ProcessFacts>>;

export interface FleetParts {
  readonly fleetState: FleetState;
  /** The facts of this process. */
  readonly facts: () => ProcessFacts;
  /** Looks whether this one is to go on; rejects where that cannot be known. */
  readonly check: () => Promise<void>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
}

/** The processes on one store: each tells of itself every two seconds, and knows of all. */
export class Fleet {
  readonly #parts: FleetParts;
  readonly #name = `${PREFIX}${hostname()} ${process.pid} ${randomUUID().slice(0, 4)}`;
  #processes: Processes = {};

  constructor(parts: FleetParts) {
    this.#parts = parts;
  }

  /** As last heard, this one among them. */
  processes(): Processes {
    return this.#processes;
  }

  /** Until the signal aborts; never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { fleetState, check, facts, clock, log } = this.#parts;
    const condition = new Condition({
      log,
      begins: 'Other processes unreachable, retrying',
      ends: 'Other processes reachable again',
    });
    while (!signal.aborted) {
      try {
        await check();
        await fleetState.put(this.#name, facts());
        await this.#look();
        condition.clear();
      } catch (error) {
        condition.set(error);
      }
      await clock.sleep(EVERY_MS, signal);
    }
    await fleetState.remove(this.#name).catch((error) => {
      log.debug({ err: error }, 'That this process ends could not be told');
    });
  }

  async #look(): Promise<void> {
    const { fleetState } = this.#parts;
    const told = [...(await fleetState.all(PREFIX))];
    const alive = told.filter(([, { ageMs }]) => ageMs < SILENT_MS);
    const facts = alive.map(([name, { value }]) => [name.slice(PREFIX.length), Object(value)] as const);
    this.#processes = Object.fromEntries(facts);
    const gone = told.filter(([, { ageMs }]) => ageMs > FORGOTTEN_MS);
    await Promise.all(gone.map(([name]) => fleetState.remove(name)));
  }
}
