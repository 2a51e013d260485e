import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type LocalDiscord, startDiscord } from '../../sandbox/discord/discord.ts';
import { createRandom } from '../../sandbox/economy/random.ts';
import { Delivery } from '../../src/delivery/delivery.ts';
import { GlobalRateLimiterInMemory } from '../../src/delivery/global-rate-limiter-in-memory.ts';
import { TargetLeasesInMemory } from '../../src/delivery/target-leases-in-memory.ts';
import { createMessenger } from '../../src/discord/alerts/messenger.ts';
import { ENGLISH } from '../../src/language/english.ts';
import { Languages } from '../../src/language/languages.ts';
import { silentLog } from '../../src/log/silent-log.ts';
import { WorkCounts } from '../../src/monitor/facts.ts';
import { CurrentMarket } from '../../src/pipeline/current-market.ts';
import { Pipeline } from '../../src/pipeline/pipeline.ts';
import type { Journal, JournalEntry } from '../../src/ports/journal.ts';
import type { Target } from '../../src/routing/notice.ts';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { openJournal } from '../../src/storage/sqlite/journal.ts';
import { PausesInMemory } from '../../src/storage/sqlite/outbox/outbox.ts';
import { Transactions } from '../../src/storage/sqlite/transactions.ts';
import { askInMemory, routeInMemory } from '../../src/subscriptions/in-memory.ts';
import { retriedRefusals } from '../../test/delivery/retried-refusals.ts';
import { NO_ICONS } from '../../test/discord/no-icons.ts';
import { NO_PICTURES } from '../../test/discord/no-pictures.ts';
import { type FloodWorld, settle } from './flood-world.ts';
import { simulateLine } from './simulated-line.ts';
import { SimulatedTime } from './simulated-time.ts';

const LATENCY_MS = { least: 60, most: 240 };
const LONGEST_DRAIN_S = 120;

export interface FloodOptions extends FloodWorld {
  readonly events: number;
  /** The period in which the events arrive, in simulated time. */
  readonly seconds: number;
  readonly seed: number;
  readonly onMinute?: (minute: number, queue: number) => void;
}

export interface FloodResult {
  readonly events: number;
  readonly notices: number;
  readonly messages: number;
  readonly digests: number;
  /** Requests by HTTP status, in ascending order. */
  readonly answers: ReadonlyMap<number, number>;
  /** Answers of 401, 403 or 429: Discord bans an address that gets 10,000 of them in ten minutes. */
  readonly invalid: number;
  readonly tooMany: number;
  readonly violations: readonly string[];
  /** Due notices and messages being sent: at most, at half time and with the last event. */
  readonly queue: { readonly largest: number; readonly halfway: number; readonly last: number };
  /** Simulated seconds from the last event until no notice was due. */
  readonly drainSeconds: number;
  /** Notices that a cool-down still holds back. */
  readonly later: number;
  readonly maxRssMiB: number;
  readonly wallSeconds: number;
}

/**
 * Many events in simulated time, through the pipeline, the journal (in a file), delivery and the messenger to the
 * strict local Discord, which keeps its limits in the same time. It changes discord.js for the whole process until it
 * ends: see `simulateLine`.
 */
export async function runFlood(options: FloodOptions): Promise<FloodResult> {
  const began = performance.now();
  const random = createRandom(options.seed);
  const time = new SimulatedTime(Date.now());
  const endLine = simulateLine(time, () => random.integer(LATENCY_MS.least, LATENCY_MS.most));
  const discord = await startDiscord({ now: time.now, keptMessages: 100, keptRequests: 100 });
  const folder = await mkdtemp(join(tmpdir(), 'crier-flood-'));
  const db = openDatabase(join(folder, 'crier.sqlite'), silentLog);
  const transactions = new Transactions(db, silentLog);
  const journal = openJournal(db, time.now, silentLog, { transactions });
  const paused = new PausesInMemory(db, transactions, silentLog);
  const seen = watch(discord);
  try {
    const world = await settle(options, discord, random, time.now());
    const works = await build(discord, { journal, paused }, time, world);
    const queue = { largest: 0, halfway: 0, last: 0 };
    for (let second = 0; second < options.seconds; second += 1) {
      const due = Math.round((options.events * (second + 1)) / options.seconds);
      for (let event = Math.round((options.events * second) / options.seconds); event < due; event += 1) {
        works.pipeline.onEvent(world.event(time.now()));
      }
      await time.pass(1_000);
      const { depth } = await journal.queue(time.now());
      queue.largest = Math.max(queue.largest, depth);
      queue.last = depth;
      if (second < options.seconds / 2) queue.halfway = depth;
      if ((second + 1) % 60 === 0) options.onMinute?.((second + 1) / 60, depth);
    }
    let drainSeconds = 0;
    while ((await journal.queue(time.now())).depth > 0 && drainSeconds < LONGEST_DRAIN_S) {
      await time.pass(1_000);
      drainSeconds += 1;
    }
    const { later } = await journal.queue(time.now());
    await works.stop();
    return {
      ...seen,
      answers: new Map([...seen.answers].sort(([a], [b]) => a - b)),
      events: options.events,
      notices: works.notices(),
      invalid: discord.stats.invalid,
      tooMany: discord.stats.ownRateLimits,
      violations: discord.violations,
      queue,
      drainSeconds,
      later,
      maxRssMiB: Math.round(process.resourceUsage().maxRSS / 1_024),
      wallSeconds: (performance.now() - began) / 1_000,
    };
  } finally {
    endLine();
    await journal.close();
    await discord.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Composed as in main, except for the clock. */
async function build(
  discord: LocalDiscord,
  { journal, paused }: { readonly journal: Journal; readonly paused: PausesInMemory },
  time: SimulatedTime,
  { subscriptions, addresses }: Awaited<ReturnType<typeof settle>>,
) {
  const isPaused = (target: Target) => paused.has(target);
  let notices = 0;
  const record = (entry: JournalEntry) => {
    notices += entry.notices.length;
    return time.during(journal.record(entry));
  };
  const rateLimiter = new GlobalRateLimiterInMemory(time);
  const delivery = new Delivery({
    counts: new WorkCounts(),
    retriedRefusals: retriedRefusals(),
    ...{ journal, rateLimiter, leases: new TargetLeasesInMemory(journal, time) },
    messenger: createMessenger({
      signal: AbortSignal.any([]),
      ...{
        api: discord.url,
        token: discord.token,
        addresses,
        rateLimiter,
        languages: new Languages(),
        icons: NO_ICONS,
        draw: NO_PICTURES.draw,
        clock: time,
        log: silentLog,
      },
      addressBan: { guard: (send) => send },
      onUnauthorized: () => {},
    }),
    subscriptions: askInMemory(subscriptions),
    shops: () => null,
    worthOf: async () => null,
    lowestInDays: async () => null,
    findPaintings: NO_PICTURES.find,
    isPaused,
    clock: time,
    random: () => 0.5,
    log: silentLog,
    pauseRefused: (pause) => paused.pause(pause),
    onOnceDelivered: (watch) => subscriptions.remove(watch.id),
    onUnauthorized: (why) => {
      throw new Error(why);
    },
  });
  const pipeline = new Pipeline({
    journal: { record },
    current: new CurrentMarket([], time),
    router: routeInMemory({ memory: subscriptions, isPaused, clock: time }),
    delivery,
    keep: async () => {},
    forget: async () => {},
    isBanned: () => false,
    worthOf: async () => null,
    onPressure: () => {},
    log: silentLog,
    clock: time,
  });
  await delivery.start();
  return {
    pipeline,
    notices: () => notices,
    async stop(): Promise<void> {
      await Promise.all([delivery.stop(1_000), time.pass(1_000)]);
    },
  };
}

/** Counts the requests that reach Discord. */
function watch(discord: LocalDiscord) {
  const seen = { messages: 0, digests: 0, answers: new Map<number, number>() };
  discord.events.on('request', ({ status }) => seen.answers.set(status, (seen.answers.get(status) ?? 0) + 1));
  discord.events.on('message', ({ embeds: [embed] }) => {
    seen.messages += 1;
    if (String(embed?.description).startsWith(ENGLISH['alert.digest'])) seen.digests += 1;
  });
  return seen;
}
