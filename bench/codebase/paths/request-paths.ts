import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BotProcess, startBot } from '../../../sandbox/bot.ts';
import { openWorld, type World } from '../../../test/journeys/world/world.ts';
import { INSPECTED_BEFORE_IT_RUNS } from '../../bot/inspector.ts';
import { putIcons } from '../../memory/commands.ts';
import type { Measure } from '../measures.ts';
import { CallCounter, type Calls } from './called-functions.ts';

/** An action of the bot, and the files whose functions ran for it. */
interface RequestPath {
  readonly name: string;
  readonly files: readonly string[];
}

/** Folders without input or output: readers open their files to look up a rule or a text, not to follow a request. */
const PURE = /^src\/(?:market|routing|language|discord\/render)\//;
const LOAD_ONLY = fileURLToPath(new URL('load-only.ts', import.meta.url));
const GIVEN_UP_MS = 60_000;
/** Wait after an action's message: the bot completes the journal after it. */
const SETTLED_MS = 1_500;
/** Length of the idle period before each action; longer than an action. */
const IDLE_MS = 8_000;

/**
 * Runs the bot of a checkout against the sandbox, and counts the files whose functions ran for each action. Functions
 * that run while the bot is idle do not count for an action, and functions that run while modules load do not count for
 * a start.
 * @param root the checkout's folder
 */
export async function measurePaths(root: string): Promise<readonly Measure[]> {
  const paths = await tracePaths(root);
  return paths.map(({ name, files }) => ({
    label: `files on the path of ${name}`,
    figure: `${files.length} (${files.filter((file) => !PURE.test(file)).length} besides pure rules and texts)`,
    found: [countByPart(files), ...files],
  }));
}

function countByPart(files: readonly string[]): string {
  const parts = Object.entries(Object.groupBy(files, (file) => /^(?:src\/)?[^/]+/.exec(file)?.[0] ?? ''));
  return parts.map(([part, inside = []]) => `${part} ${inside.length}`).join(', ');
}

async function tracePaths(root: string): Promise<readonly RequestPath[]> {
  const world = await openWorld({ shops: 300 });
  try {
    const shop = world.economy.list({ type: 'SELLING', price: 3, remaining: 640, item: { type: 'DIAMOND' } });
    await putIcons(world);
    await liveBefore(world, root, shop.id);
    const start = await traceStart(world, root);
    return [start, ...(await traceActions(world, root, shop.id))];
  } finally {
    await world.close();
  }
}

/** A first run, which registers the commands and saves the shops and some purchases. */
async function liveBefore(world: World, root: string, shopId: number): Promise<void> {
  const bot = await world.startProcess({}, { main: join(root, 'src/main.ts') });
  await lineLogged(bot, 'First list of all shops ingested');
  await lineLogged(bot, 'Crier is ready');
  await world.ask(world.mod, 'auctions', '/feed add', { kind: 'auctions' });
  await world.ask(world.mod, 'market', '/feed add', { kind: 'purchases' });
  for (let bought = 0; bought < 8; bought += 1) world.economy.buy(shopId, 1);
  await world.discord.findMessage(world.channel('market'));
  await wait(SETTLED_MS);
  await bot.stop();
}

async function traceStart(world: World, root: string): Promise<RequestPath> {
  const loading = startBot(
    { ...INSPECTED_BEFORE_IT_RUNS },
    { main: LOAD_ONLY, args: [pathToFileURL(join(root, 'src/start.ts')).href] },
  );
  const loadingCounter = await CallCounter.start(loading, root);
  await lineLogged(loading, 'loaded');
  const loaded = await loadingCounter.take();
  loadingCounter.close();
  await loading.stop('SIGKILL');

  // The bot starts with the shops of the last run, since the service does not answer.
  world.service.stopAnswering();
  const { bot, counter } = await startCounted(world, root);
  await lineLogged(bot, 'Shops of an earlier run shown');
  await lineLogged(bot, 'Crier is ready');
  const calls = await counter.take();
  counter.close();
  await bot.stop('SIGKILL');
  world.service.clearFaults();
  return { name: 'a start', files: filesOf([...calls].filter(([key, count]) => count > (loaded.get(key) ?? 0))) };
}

async function traceActions(world: World, root: string, shopId: number): Promise<readonly RequestPath[]> {
  const { bot, counter } = await startCounted(world, root);
  await lineLogged(bot, 'Crier is ready');
  await lineLogged(bot, 'First list of all shops ingested');
  await wait(IDLE_MS);
  const traced: { readonly name: string; readonly calls: Calls }[] = [];
  const idle = new Map<string, number>();
  const addIdle = async () => {
    await counter.take();
    await wait(IDLE_MS);
    for (const [key, count] of await counter.take()) idle.set(key, count);
  };
  const trace = async (name: string, action: () => Promise<unknown>) => {
    await addIdle();
    await action();
    await wait(SETTLED_MS);
    traced.push({ name, calls: await counter.take() });
  };
  const posted = (channel: string) => world.discord.nextMessage(world.channel(channel));
  await trace('an event, an auction', async () => {
    const message = posted('auctions');
    world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 3_001 });
    await message;
  });
  await trace('an event, a purchase', async () => {
    const message = posted('market');
    world.economy.buy(shopId, 2);
    await message;
  });
  await trace('/price', () => world.ask(world.player, 'market', '/price', { item: 'DIAMOND' }));
  const watch = { item: 'DIAMOND', trigger: 'at-or-below', price: 1 };
  await trace('/watch add', () => world.ask(world.player, 'market', '/watch add', watch));
  await addIdle();
  counter.close();
  await bot.stop();
  return traced.map(({ name, calls }) => ({ name, files: filesOf([...calls].filter(([key]) => !idle.has(key))) }));
}

async function startCounted(world: World, root: string) {
  const environment = { ...world.environment(), ...INSPECTED_BEFORE_IT_RUNS };
  const bot = startBot(environment, { main: join(root, 'src/main.ts') });
  const counter = await CallCounter.start(bot, root);
  return { bot, counter };
}

function filesOf(calls: Iterable<[string, number]>): readonly string[] {
  return [...new Set([...calls].map(([key]) => key.slice(0, key.indexOf(':'))))].sort();
}

/** Waits for a line of the log. */
async function lineLogged(bot: BotProcess, line: string): Promise<void> {
  const began = performance.now();
  while (!bot.log().includes(line)) {
    if (bot.process.exitCode !== null || performance.now() - began > GIVEN_UP_MS)
      throw new Error(`the bot did not say "${line}":\n${bot.log().slice(-3_000)}`);
    await wait(10);
  }
}
