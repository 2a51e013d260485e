import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../../sandbox/economy/random.ts';
import { type Audit, audit } from './audit.ts';
import { errorsOf } from './bot-errors.ts';
import { FLEET_FAULTS } from './fleet-faults.ts';
import { type FleetWorld, isAlive, openFleetWorld, SHARDS } from './fleet-world.ts';
import { type Ledger, readLedger, readLines, readOutages } from './ledger.ts';
import { type PostCounts, watchPosts } from './posts.ts';
import { watchRequestRate } from './request-rate.ts';
import { priceOf } from './serials.ts';
import { startTraffic } from './traffic.ts';

const PROCESSES = 3;
/** Ends a run that hangs. */
const LONGEST_START_MS = 600_000;
/** Longer than several starts of this fleet, which take longer on a busy machine. */
const LONGEST_RECOVERY_MS = 60_000;
const STARTS_IN_RECOVERY = 4;
const LONGEST_DRAIN_MS = 300_000;
const BARGAINS_EVERY = 5;
/** A resumed process may still use an icon that another has uploaded since: Discord refuses it, and nothing is lost. */
const TAKEN = /APPLICATION_EMOJI_NAME_ALREADY_TAKEN/;
const POLL_EVERY_MS = 50;

export interface FleetOptions {
  readonly faults: number;
  readonly events: number;
  readonly seed: number;
  readonly onFault?: (count: number, name: string, sent: number) => void;
}

export interface FleetResult extends Audit {
  readonly faults: ReadonlyMap<string, number>;
  readonly sent: number;
  /** Events that the bot did not receive; `missedInSilence`: the times of those that no outage covers. */
  readonly missed: number;
  readonly missedInSilence: readonly string[];
  /** Times in ms from a fault that replaced the leader until the new leader was on the stream, ascending. */
  readonly takeoversMs: readonly number[];
  readonly longestOutageMs: number;
  readonly snapshots: { readonly asked: number; readonly tooSoon: number };
  /** The most requests that count towards the bot's limit within any second. */
  readonly mostInASecond: number;
  readonly posts: PostCounts;
  readonly violations: readonly string[];
  readonly errors: readonly string[];
  readonly seconds: number;
}

/**
 * Injects faults into three whole processes on one PostgreSQL while events arrive. Then it lets them finish, and
 * compares the journal with the messages in Discord.
 * @throws Error if a process ends by itself, no process leads within a minute and four starts, or a notice stays unsent
 */
export async function runFleet({ faults, events, seed, onFault }: FleetOptions): Promise<FleetResult> {
  const began = performance.now();
  const random = createRandom(seed);
  const world = await openFleetWorld({ seed, processes: PROCESSES, starts: faults * PROCESSES });
  const posts = watchPosts(world.discord);
  const requestRate = watchRequestRate(world.discord);
  const traffic = startTraffic(world, random);
  const faultCounts = new Map<string, number>();
  const takeoversMs: number[] = [];
  const begun: Begun[] = [];
  try {
    const longestMs = LONGEST_RECOVERY_MS + STARTS_IN_RECOVERY * (await begin(world));
    for (let count = 0; count < faults; count += 1) {
      const [name, act] = random.pick(Object.entries(FLEET_FAULTS));
      traffic.raise(Math.ceil((events * (count + 1)) / faults));
      if (count % BARGAINS_EVERY === 0) world.listBargain();
      await wait(random.unit() * 3_000);
      const takeover = await watchTakeover(world);
      begun.push({ name, at: Date.now() });
      await act({ world, random, recovered: () => recovered(world, longestMs) });
      await recovered(world, longestMs);
      takeoversMs.push(...(await takeover()));
      faultCounts.set(name, (faultCounts.get(name) ?? 0) + 1);
      onFault?.(count + 1, name, traffic.sent());
    }
    traffic.raise(events);
    while (traffic.sent() < events) {
      throwIfEnded(world);
      await wait(POLL_EVERY_MS);
    }
    await restartAll(world, longestMs);
    await drained(world);
    await Promise.all(world.members.map(({ bot }) => bot?.stop()));
    const ledger = await readLedger(world.ask);
    const { asked, tooSoon } = world.service.snapshotCount();
    return {
      ...(await audit(world)),
      ...missedIn(ledger, world.eventTimes, begun),
      faults: faultCounts,
      sent: traffic.sent(),
      takeoversMs: takeoversMs.sort((a, b) => a - b),
      longestOutageMs: Math.max(0, ...ledger.outages.map(({ from, until }) => (until ?? from) - from)),
      snapshots: { asked, tooSoon },
      mostInASecond: requestRate.mostInASecond(),
      posts: posts(),
      violations: world.discord.violations.filter((text) => !text.startsWith('429') && !TAKEN.test(text)),
      errors: [...new Set(world.logs().flatMap(errorsOf))],
      seconds: (performance.now() - began) / 1_000,
    };
  } finally {
    await traffic.stop();
    await world.close();
  }
}

/**
 * Starts all processes at once; people subscribe once every shard is connected.
 * @returns how long the start took, ms
 */
async function begin(world: FleetWorld): Promise<number> {
  const began = performance.now();
  const { events } = world.discord;
  const identified = (shard: number) =>
    events.next('gateway', (notice) => notice.what === 'identified' && notice.shard[0] === shard, LONGEST_START_MS);
  const there = [
    events.next('commands', () => true, LONGEST_START_MS),
    ...Array.from({ length: SHARDS }, (_, shard) => identified(shard)),
  ];
  for (const member of world.members) world.start(member);
  await Promise.all(there);
  await recovered(world, LONGEST_START_MS);
  const durationMs = performance.now() - began;
  await world.subscribe();
  return durationMs;
}

/** Resolves when all processes that should run do, and one of them is on the stream. */
async function recovered(world: FleetWorld, longestMs: number): Promise<void> {
  const latest = performance.now() + longestMs;
  while (world.service.connections.size === 0 || !(await world.hasLeader())) {
    throwIfEnded(world);
    if (performance.now() > latest) throw new Error(`nobody leads:\n${world.logs().join('\n')}`);
    await wait(POLL_EVERY_MS);
  }
}

/**
 * Stops all processes with the last events under way and starts them again. Only the next start reports the outage of
 * events that a stop could not write.
 */
async function restartAll(world: FleetWorld, longestMs: number): Promise<void> {
  for (const member of world.members) member.isMeantToRun = false;
  await Promise.all(world.members.map(({ bot }) => bot?.stop()));
  const restartedAt = Date.now();
  for (const member of world.members) world.start(member);
  const latest = performance.now() + longestMs;
  const isReported = async () =>
    (await readOutages(world.ask)).some(({ until }) => until !== null && until >= restartedAt);
  while (!(await isReported())) {
    throwIfEnded(world);
    if (performance.now() > latest) throw new Error(`no outage is reported:\n${world.logs().join('\n')}`);
    await wait(POLL_EVERY_MS);
  }
}

async function drained(world: FleetWorld): Promise<void> {
  const latest = performance.now() + LONGEST_DRAIN_MS;
  while ((await readLines(world.ask)).all > 0) {
    throwIfEnded(world);
    if (performance.now() > latest) throw new Error(`it does not end:\n${world.logs().join('\n')}`);
    await wait(POLL_EVERY_MS);
  }
}

function throwIfEnded(world: FleetWorld): void {
  for (const { bot, isMeantToRun } of world.members) {
    if (isMeantToRun && bot !== null && !isAlive(bot)) throw new Error(`a process ended by itself:\n${bot.log()}`);
  }
}

/** How long it takes from now on until another process is on the stream; empty if the same one still leads. */
async function watchTakeover(world: FleetWorld): Promise<() => Promise<number[]>> {
  const began = performance.now();
  const before = await world.term();
  const connectedMs: number[] = [];
  const note = () => void connectedMs.push(performance.now() - began);
  world.service.events.on('connection', note);
  return async () => {
    world.service.events.off('connection', note);
    return (await world.term()) === before ? [] : connectedMs.slice(0, 1);
  };
}

interface Begun {
  readonly name: string;
  /** Epoch ms. */
  readonly at: number;
}

function missedIn(
  ledger: Ledger,
  eventTimes: readonly number[],
  begun: readonly Begun[],
): Pick<FleetResult, 'missed' | 'missedInSilence'> {
  const received = new Set(ledger.received);
  const missed = eventTimes.filter((_, event) => !received.has(priceOf(event)));
  const isCovered = (at: number) =>
    ledger.outages.some(({ from, until }) => from <= at && at <= (until ?? Number.POSITIVE_INFINITY));
  const missedInSilence = missed.filter((at) => !isCovered(at)).map((at) => whenOf(at, ledger, begun));
  return { missed: missed.length, missedInSilence };
}

function whenOf(at: number, { outages }: Ledger, begun: readonly Begun[]): string {
  const fault = begun.findLast((one) => one.at <= at);
  const before = outages.findLast(({ until }) => until !== null && until < at);
  const after = outages.find(({ from }) => from > at);
  return [
    `${fault && at - fault.at} ms after “${fault?.name}” began`,
    `${before?.until && at - before.until} ms after an outage (${before?.why})`,
    `${after && after.from - at} ms before the next (${after?.why})`,
  ].join(', ');
}
