import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Message } from '../discord/world/entities.ts';
import { customItem, DISCS } from '../economy/custom-goods.ts';
import type { Economy } from '../economy/economy.ts';
import { paintingItem } from '../economy/paintings/gallery.ts';
import { createRandom, type Random } from '../economy/random.ts';
import { startPage } from '../page/start-page.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { typeFirstCommands } from './first-commands.ts';
import { replayPast } from './replay-past.ts';
import { clearStatus, say, showStatus } from './screen.ts';
import { paint, showMessage } from './terminal.ts';

const refreshMs = 60_000;
/** Number of shops on a live service. */
const usualShops = 4_600;
const beatMs = 1_000;
/** About 70 of a hundred steps show in the stream: an event every two seconds, where a live service has 37 an hour. */
const beatsPerStep = 1.5;
/** Steps between two auctions with a picture: a visitor waits less than a minute for one. */
const beatsPerShowpiece = 20;

/**
 * `npm run demo`: the real bot with a simulated server and market, in a browser and the terminal. `--for 30` ends it
 * after 30 seconds; `--shops 2000` opens sooner.
 */
async function demo(stop: AbortSignal): Promise<void> {
  const values = readOptions();
  const [seed, shops] = [Number(values.seed) || 1, Number(values.shops) || usualShops];
  say(paint('bold', `Crier: opening a town with ${shops.toLocaleString('en-US')} shops …`));
  const world = await openDemoWorld({ seed, shops, stop });
  try {
    const page = await startPage(world);
    welcome(world, page.url);
    await live(world, seed, values.for === undefined ? stop : endAfter(stop, Number(values.for) * 1_000));
    await page.close();
  } finally {
    clearStatus();
    say(paint('bold', '\nClosing the town.'));
    await world.close();
  }
}

/** Ends the process with the usage. */
function readOptions() {
  try {
    const options = { for: { type: 'string' }, seed: { type: 'string' }, shops: { type: 'string' } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('. ', 1)[0] : error;
    process.stderr.write(`${why}. The demo takes: npm run demo -- --for SECONDS --seed NUMBER --shops NUMBER\n`);
    process.exit(1);
  }
}

function welcome({ discord, service }: DemoWorld, url: string): void {
  say(`\n  ${paint(['bold', 'green'], `Open ${url}`)}\n`);
  say(paint('dim', `The simulated data service: ${service.url}`));
  say(paint('dim', `The local Discord:          ${discord.url}`));
  say(paint('dim', 'Ctrl-C ends it all.'));
  discord.events.on('message', (message) => {
    if (message.author === discord.world.bot && !message.interactionMetadata)
      say(`\n${showMessage(message, placeOf(message))}`);
  });
}

/** Replays the past, shows the opening, then runs a market at a calm pace until the end. */
async function live(world: DemoWorld, seed: number, end: AbortSignal): Promise<void> {
  const { economy, bot } = world;
  void bot.exited.then((code) => {
    if (!end.aborted) say(paint('red', `\nThe bot ended (${code}):\n${bot.log()}`));
  });
  const opening = open(world, end).catch((error: unknown) => {
    if (!end.aborted) say(paint('red', `\nThe opening broke off: ${String(error)}`));
  });
  await Promise.race([opening, ended(end)]);
  const random = createRandom(seed);
  for (let beat = 0; await slept(beatMs, end); beat += 1) {
    if (beat % beatsPerStep < 1) economy.step();
    if (beat % beatsPerShowpiece === 0) auctionShowpiece(economy, random, beat / beatsPerShowpiece);
    showStatus(statusOf(world));
  }
}

/** Two paintings, then a music disc. */
function auctionShowpiece(economy: Economy, random: Random, turn: number): void {
  if (turn % 3 === 2) {
    const disc = random.pick(DISCS);
    economy.auction({
      item: customItem(disc),
      amount: 1,
      finalBid: Math.ceil(disc.value * (0.8 + random.unit() * 0.4)),
    });
    return;
  }
  const banned = new Set(economy.bannedPaintings());
  const painting = random.pick(economy.paintings.filter(({ id }) => !banned.has(id)));
  const generation = random.pick([1, 2] as const);
  economy.auction({ item: paintingItem(painting, generation), amount: 1, finalBid: random.integer(2, 30) });
}

/** No feed exists yet, so nobody is notified of past events. */
async function open(world: DemoWorld, end: AbortSignal): Promise<void> {
  const events = world.past.length.toLocaleString('en-US');
  say(paint('dim', `Crier hears of the last 30 days: ${events} trades and auctions …`));
  await replayPast(world, end);
  await typeFirstCommands(world);
}

function statusOf({ service, discord, economy }: DemoWorld): string[] {
  const asked = service.requests.findLast(({ route }) => route === 'shops');
  const nextMs = asked ? Math.max(0, asked.at + refreshMs - Date.now()) : 0;
  return [
    `next refresh in ${Math.ceil(nextMs / 1_000)} s`,
    `${economy.shops().length.toLocaleString('en-US')} shops`,
    `stream ${service.connections.size > 0 ? 'live' : 'down'}`,
    `${discord.stats.requests} requests to Discord`,
  ];
}

function placeOf({ channel }: Message): string {
  return channel.guild ? `#${channel.name}` : `Direct message to ${channel.recipient?.name ?? 'somebody'}`;
}

/** Ends the demo on Ctrl-C or another signal. A second signal changes nothing, because npm repeats the terminal's. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  process.stdout.on('error', () => stop.abort()); // nothing reads the output any more
  return stop.signal;
}

function endAfter(stop: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([stop, AbortSignal.timeout(ms)]);
}

async function ended(end: AbortSignal): Promise<void> {
  while (await slept(2 ** 30, end));
}

/** False if the signal came first. */
async function slept(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await wait(ms, undefined, { signal });
    return true;
  } catch {
    return false; // The abort is its only reason to reject.
  }
}

const stop = stopSignal();
try {
  await demo(stop);
} catch (error) {
  if (!stop.aborted) throw error; // stopped while it opened, as wanted
}
process.exit(0);
