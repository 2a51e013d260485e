import { setTimeout as wait } from 'node:timers/promises';
import type { BotProcess } from '../../sandbox/bot.ts';
import { createRandom } from '../../sandbox/economy/random.ts';
import { type Audit, audit } from './audit.ts';
import { errorsOf } from './bot-errors.ts';
import { type CrashWorld, openCrashWorld } from './crash-world.ts';
import { KILL_MOMENTS, type KilledRun, snapshotIntake } from './kill-moments.ts';
import { readLines } from './ledger.ts';
import { type PostCounts, watchPosts } from './posts.ts';
import { startTraffic } from './traffic.ts';

/**
 * Limits a target's backlog at the start of a run. With a longer one the bot first delivers everything, because hardly
 * any events would be sent otherwise.
 */
const MANY_WAITING = 25;
/** Counted from the end of a start, which alone takes longer on a busy machine. */
const LONGEST_LIFE_MS = 8_000;
const LONGEST_DRAIN_MS = 600_000;
const INTAKE_KILLED = 0.7;
const BARGAINS_EVERY = 3;
/** Limits the new shops in a snapshot. More may cause a digest, which proves less than a list of single shops. */
const MOST_NEW_BARGAINS = 10;
const INTAKE = 'while a snapshot is ingested';

export interface KillsOptions {
  readonly kills: number;
  readonly events: number;
  readonly seed: number;
  readonly onKill?: (killed: number, sent: number) => void;
}

export interface KillsResult extends Audit {
  /** Counts by the moment of the kill. */
  readonly kills: ReadonlyMap<string, number>;
  readonly starts: number;
  readonly sent: number;
  /** Requests for all shops, and how many of them came sooner than a minute after the one before. */
  readonly snapshots: { readonly asked: number; readonly tooSoon: number };
  readonly posts: PostCounts;
  /** Requests that no correct client sends; `posts` counts the bot's own 429s. */
  readonly violations: readonly string[];
  /** Sentences that the bot logged as errors. */
  readonly errors: readonly string[];
  readonly seconds: number;
}

/**
 * Kills the real bot again and again, with SIGKILL and at random moments, while events arrive. Then it lets the bot
 * finish, and compares its journal with the messages in Discord.
 * @throws Error if the bot ends by itself, or a notice stays unsent
 */
export async function runKills({ kills, events, seed, onKill }: KillsOptions): Promise<KillsResult> {
  const began = performance.now();
  const random = createRandom(seed);
  const world = await openCrashWorld({ seed, lives: kills });
  const traffic = startTraffic(world, random);
  const deaths = new Map<string, number>();
  const errors = new Set<string>();
  const posts = watchPosts(world.discord);
  try {
    const startMs = await beginLife(world);
    for (let killed = 0; killed < kills; killed += 1) {
      const bot = world.startBot();
      const over = new AbortController();
      const before = traffic.sent();
      if ((await readLines(world.ask)).longest > MANY_WAITING) await drained(world, bot);
      traffic.raise(Math.ceil((events * (killed + 1)) / kills));
      if (killed % BARGAINS_EVERY === 0 && world.countNewBargains() < MOST_NEW_BARGAINS) world.listBargain();
      const run = { world, random, startMs, sent: () => traffic.sent() - before, over: over.signal };
      const moment = await nextMoment(run, bot);
      await kill(bot);
      over.abort();
      deaths.set(moment, (deaths.get(moment) ?? 0) + 1);
      for (const error of errorsOf(bot.log())) errors.add(error);
      onKill?.(killed + 1, traffic.sent());
    }
    await finish(world, traffic, events);
    const { asked, tooSoon } = world.service.snapshotCount();
    return {
      ...(await audit(world)),
      kills: deaths,
      starts: kills + 2,
      sent: traffic.sent(),
      snapshots: { asked, tooSoon },
      posts: posts(),
      violations: world.discord.violations.filter((text) => !text.startsWith('429')),
      errors: [...errors],
      seconds: (performance.now() - began) / 1_000,
    };
  } finally {
    await traffic.stop();
    await world.close();
  }
}

/**
 * The first run, in which people subscribe.
 * @returns how long a start takes
 */
async function beginLife(world: CrashWorld): Promise<number> {
  const began = performance.now();
  const registered = world.discord.events.next('commands', () => true, LONGEST_DRAIN_MS);
  const bot = world.startBot();
  await registered;
  const startMs = performance.now() - began;
  await world.subscribe();
  await kill(bot);
  return startMs;
}

/** Waits for a moment to kill the bot, and names it. A snapshot, once a minute, usually provides that moment. */
async function nextMoment(run: KilledRun, bot: BotProcess): Promise<string> {
  const { random, world, startMs, over } = run;
  const [picked, come] = random.pick(Object.entries(KILL_MOMENTS));
  const [name, moment] =
    world.isSnapshotDue() && random.chance(INTAKE_KILLED) ? [INTAKE, snapshotIntake] : [picked, come];
  const ended = bot.exited.then(() => Promise.reject(new Error(`the bot ended by itself:\n${bot.log()}`)));
  ended.catch(() => {
    // The run ends later, when it is killed.
  });
  return Promise.race([
    moment(run).then(() => name),
    wait(startMs + LONGEST_LIFE_MS, 'eight seconds after a start', { signal: over }),
    ended,
  ]);
}

/** The last run: sends the remaining events, and waits until all are delivered. */
async function finish(world: CrashWorld, traffic: ReturnType<typeof startTraffic>, events: number): Promise<void> {
  const bot = world.startBot();
  traffic.raise(events);
  while (traffic.sent() < events) {
    await drained(world, bot);
    await wait(100);
  }
  // The event sent last is still on its way to the journal.
  await wait(1_000);
  await drained(world, bot);
  await bot.stop();
}

/** Resolves when no notice waits. */
async function drained(world: CrashWorld, bot: BotProcess): Promise<void> {
  const until = performance.now() + LONGEST_DRAIN_MS;
  while ((await readLines(world.ask)).all > 0) {
    if (performance.now() > until || bot.process.exitCode !== null) throw new Error(`it does not end:\n${bot.log()}`);
    await wait(100);
  }
}

async function kill(bot: BotProcess): Promise<void> {
  await bot.stop('SIGKILL');
}
