import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom, type Random } from '../../sandbox/economy/random.ts';
import { heldBytes } from '../memory/garbage.ts';
import { askSqlite } from './ask-sqlite.ts';
import { botInTime } from './bot-in-time.ts';
import { compareOutages, watchConnections } from './connections-seen.ts';
import { type DaysLedger, keepDaysLedger } from './days-ledger.ts';
import { readLedger } from './ledger.ts';
import { type PostCounts, watchPosts } from './posts.ts';
import { RunningTime } from './running-time.ts';
import { priceOf } from './serials.ts';
import { simulateLine } from './simulated-line.ts';
import { openSoakWorld, type SoakWorld } from './soak-world.ts';
import { pickDisruption, startWeather } from './weather.ts';

const NEVER = new AbortController().signal;
const LATENCY_MS = { least: 60, most: 240 };
const RESTARTED = 0.01;
const BARGAIN_MS = 1_800_000;
const MOST_LIFE_MS = 120_000;
const LAST_CALM_MS = 900_000;
const WEIGHED_EVERY = 250;
const CLOSED_PEOPLE = 3;
const CLOSING_MS = 500;
/** Longer than the longest injected 429, which discord.js waits out. */
const LONGEST_CLOSING_MS = 30_000;

export interface DaysOptions {
  /** How often the stream ends. */
  readonly cuts: number;
  readonly seed: number;
  readonly onProgress?: (cuts: number, days: number, heldMb: number) => void;
}

export interface DaysResult extends DaysLedger {
  readonly days: number;
  readonly events: number;
  /** Counts by name. */
  readonly disruptions: ReadonlyMap<string, number>;
  readonly weather: ReadonlyMap<string, number>;
  readonly restarts: number;
  /** Periods without a live connection, as the service saw them. */
  readonly outages: { readonly made: number; readonly recorded: number } & ReturnType<typeof compareOutages>;
  /** The faults of the stream, and when each struck, epoch ms. */
  readonly struck: readonly { readonly name: string; readonly at: number }[];
  /** The longest time from a peer's silence to the next connection, in seconds. */
  readonly longestBlindSeconds: number;
  readonly mostConnections: number;
  readonly snapshots: { readonly asked: number; readonly tooSoon: number };
  readonly posts: PostCounts;
  readonly violations: readonly string[];
  readonly errors: readonly string[];
  /** Node's active resources after everything is closed, beyond those at the beginning. */
  readonly left: readonly string[];
  /** Heap after garbage collection, by the number of cuts. */
  readonly held: readonly { readonly cuts: number; readonly mb: number }[];
  readonly seconds: number;
}

/**
 * Simulates days in this process: the whole bot as `npm start` composes it, on real sockets and files, with random
 * faults of every kind. The ledger counts the messages in Discord, and compares them with the events of the service.
 */
export async function runDays({ cuts, seed, onProgress }: DaysOptions): Promise<DaysResult> {
  const began = performance.now();
  const random = createRandom(seed);
  const time = new RunningTime(Date.now());
  const from = time.now();
  const before = resources();
  const endLine = simulateLine(time, () => random.integer(LATENCY_MS.least, LATENCY_MS.most));
  // discord.js keeps its rate limits by this clock.
  const { now: realNow } = Date;
  Date.now = time.now;
  const folder = await mkdtemp(join(tmpdir(), 'crier-days-'));
  const ask = askSqlite(join(folder, 'crier.sqlite'));
  const world = await openSoakWorld(seed, ask, {
    now: time.now,
    identifiesADay: 1e6,
    keptMessages: 100,
    keptRequests: 1_000,
  });
  const over = new AbortController();
  const flowing = time.flow(over.signal);
  const calm = new AbortController();
  const bot = botInTime(world, folder, time);
  try {
    const seen = watchConnections(world, time);
    const posts = watchPosts(world.discord);
    await time.slowly(bot.start());
    await time.slowly(world.subscribe());
    await time.slowly(subscribeClosed(world));
    const ledger = keepDaysLedger(world);
    const sending = sendEvents(world, random, time, calm.signal);
    const weather = startWeather(world, random, time, calm.signal);
    const disruptions = new Map<string, number>();
    const held: { cuts: number; mb: number }[] = [];
    const struck: { name: string; at: number }[] = [];
    let restarts = 0;
    for (let done = 0; done < cuts; done += 1) {
      await time.sleep(random.integer(0, random.integer(0, MOST_LIFE_MS)), NEVER);
      if (random.chance(RESTARTED)) {
        restarts += 1;
        struck.push({ name: 'restart', at: time.now() });
        await time.slowly(bot.stop().then(bot.start));
      }
      const { name, strike } = pickDisruption(random);
      seen.strike(name);
      struck.push({ name, at: time.now() });
      await strike(world, random, time);
      disruptions.set(name, (disruptions.get(name) ?? 0) + 1);
      await seen.live();
      if ((done + 1) % WEIGHED_EVERY === 0) {
        const mb = (await time.during(heldBytes())) / 1e6;
        held.push({ cuts: done + 1, mb });
        onProgress?.(done + 1, (time.now() - from) / 86_400_000, mb);
      }
    }
    calm.abort();
    await sending;
    await time.sleep(LAST_CALM_MS, NEVER);
    const { outages, snapshotAt } = await readLedger(ask);
    const recorded = outages.map(({ from: began, until }) => ({ from: began, until: until ?? time.now() }));
    await time.slowly(bot.stop());
    const bargains = world.listedAt.filter((at) => at < snapshotAt).length;
    const { asked, tooSoon } = world.service.snapshotCount();
    const result = {
      ...(await ledger.close(recorded, bargains)),
      days: (time.now() - from) / 86_400_000,
      events: world.eventTimes.length,
      disruptions,
      struck,
      weather,
      restarts,
      outages: compareOutages(seen.spans, recorded),
      longestBlindSeconds: seen.longestBlindMs() / 1_000,
      mostConnections: seen.most(),
      snapshots: { asked, tooSoon },
      posts: posts(),
      violations: world.discord.violations.filter((text) => !text.startsWith('429')),
      errors: bot.errors(),
      held,
    };
    await world.close();
    over.abort();
    await flowing;
    return { ...result, left: await leftOf(before), seconds: (performance.now() - began) / 1_000 };
  } finally {
    endLine();
    Date.now = realNow;
    calm.abort();
    over.abort();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sends events in bursts, sometimes a new offer, until the signal aborts. */
async function sendEvents(world: SoakWorld, random: Random, time: RunningTime, signal: AbortSignal): Promise<void> {
  let bargainAt = time.now() + BARGAIN_MS;
  for (let sent = 0; ; ) {
    await time.sleep(random.integer(500, 20_000), signal);
    if (signal.aborted) return;
    for (let left = random.integer(1, 6); left > 0; left -= 1) {
      world.trade(sent, priceOf(sent));
      sent += 1;
    }
    if (time.now() < bargainAt) continue;
    world.listBargain();
    bargainAt += BARGAIN_MS;
  }
}

/** People who close their direct messages once they have subscribed: Crier should try each of them once. */
async function subscribeClosed({ discord, channels }: SoakWorld): Promise<void> {
  const [channel] = channels;
  if (!channel) throw new RangeError('no channel');
  for (let at = 0; at < CLOSED_PEOPLE; at += 1) {
    const user = discord.world.addUser({ name: `Closed ${at}` });
    if (channel.guild) discord.world.addMember(channel.guild, user);
    const watch = { item: channel.name, trigger: 'auctioned', cooldown: 0 };
    await discord.as(user).in(channel).run('/watch add', watch).reply();
    user.takesDms = false;
  }
}

/** Node's active resources, by name. */
function resources(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of process.getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Resources beyond those before, after closing ones had time to end. */
async function leftOf(before: ReadonlyMap<string, number>): Promise<string[]> {
  for (let waited = 0; ; waited += CLOSING_MS) {
    const left = [...resources()].flatMap(([name, count]) => {
      const more = count - (before.get(name) ?? 0);
      return more > 0 ? [`${more} ${name}`] : [];
    });
    if (left.length === 0 || waited >= LONGEST_CLOSING_MS) return left;
    await wait(CLOSING_MS);
  }
}
