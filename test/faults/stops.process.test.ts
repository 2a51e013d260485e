import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BotProcess } from '../../sandbox/bot.ts';
import { silence } from '../../sandbox/discord/rest/faults.ts';
import { toldBids } from '../journeys/world/told-bids.ts';
import { openWorld, type World } from '../journeys/world/world.ts';
import { freePort } from '../monitor/free-port.ts';

/** Stands on: the real bot in a process of its own that is ended in several ways, over sockets to a Discord that answers no message. */

/** On SIGUSR2 it takes memory until there is none. */
const TAKES_ALL = "process.on('SIGUSR2', () => { for (const all = []; ; ) all.push(new Array(1e5).fill(0.5)); })";
const NODE_OPTIONS = `--max-old-space-size=64 --import=data:text/javascript,${encodeURIComponent(TAKES_ALL)}`;

const BIDS = Array.from({ length: 20 }, (_, at) => 2_001 + at);
const told = BIDS.map((bid) => bid.toLocaleString('en-US'));

let world: World;
let bot: BotProcess;
let answered: () => void;

beforeEach(async () => {
  world = await openWorld();
  const port = await freePort();
  bot = await world.startProcess({ HTTP_PORT: String(port), NODE_OPTIONS });
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  const silent = world.discord.fail({ method: 'POST', path: /\/messages$/ }, silence(), { times: 1_000 });
  answered = () => silent.cancel();
  for (const finalBid of BIDS) world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid });
  const health = async () => (await fetch(`http://127.0.0.1:${port}/health`)).json();
  await expect.poll(health).toMatchObject({ stream: { counted: { auction: BIDS.length } } });
  await expect.poll(() => silent.happened).toBeGreaterThan(0);
});
afterEach(() => world.close());

async function nextStartTellsAll(): Promise<void> {
  answered();
  await world.startBot();
  await expect.poll(() => toldBids(world).length).toBe(told.length);
  expect(toldBids(world)).toEqual(told);
  expect((await world.ask(world.mod, 'market', '/feed list')).text).toContain('Auctions');
}

test('fault 60: SIGTERM with a backlog and a message under way: it ends within five seconds, and the next start tells all of it, once and in order', async () => {
  const began = performance.now();
  expect(await bot.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(5_000);
  await nextStartTellsAll();
});

test('fault 61: a second SIGTERM ends it at once, and the next start tells all of it, once and in order', async () => {
  bot.process.kill('SIGTERM');
  await expect.poll(bot.log).toContain('Stopping');
  const began = performance.now();
  // Within the first moments it is taken for the same Ctrl-C, which a terminal sends twice.
  const again = setInterval(() => bot.process.kill('SIGTERM'), 100);
  expect(await bot.exited).toBe(0);
  clearInterval(again);
  // One signal alone leaves the message under way three seconds.
  expect(performance.now() - began).toBeLessThan(1_500);
  await nextStartTellsAll();
});

test('fault 63: its heap is exhausted: it dies, and the next start tells all of it, once and in order', async () => {
  bot.process.kill('SIGUSR2');
  expect(await bot.exited).not.toBe(0);
  expect(bot.log()).toContain('heap out of memory');
  await nextStartTellsAll();
});
