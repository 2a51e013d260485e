import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/delivery/clock.ts';
import { createDelivery } from '../../src/delivery/delivery.ts';
import { createMessenger } from '../../src/discord/messenger.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { identify } from '../../src/market/identity.ts';
import type { Shop } from '../../src/market/shop.ts';
import { createPipeline } from '../../src/pipeline.ts';
import { Book } from '../../src/routing/book.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { type LocalDiscord, startDiscord } from '../../src/sandbox/discord/discord.ts';
import { locateStore } from '../../src/store/location.ts';
import { openStore } from '../../src/store/store.ts';
import { textOf } from './town.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let folder: string;
let discord: LocalDiscord;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crier-watch-'));
  discord = await startDiscord();
});
afterEach(async () => {
  await discord.close();
  await rm(folder, { recursive: true, force: true });
});

function shop(id: number, price: number, remaining = 64): Shop {
  const item = { identity: identify('SLIME_BLOCK', '{}'), quantity: 4, name: 'Slime Block', contents: [] };
  const location = { x: id, y: 64, z: -id, world: 'world' };
  const owner = { name: `Owner${id}`, uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };
  return { id, owner, location, side: 'ask', kind: 'SELLING', price, remaining, item };
}

test('a price watch tells of each shop that comes under its target, once, from snapshot to direct message', async () => {
  const located = locateStore(`sqlite://${join(folder, 'crier.sqlite')}`);
  if (!located.ok) throw new Error(located.why);
  const store = await openStore(located.location, quiet);
  const journal = openJournal(store.events as DatabaseSync, Date.now);
  const player = discord.world.addUser({ name: 'Player', installed: true });
  const book = new Book();
  const watch: Watch = {
    id: 'w1',
    userId: player.id,
    item: { type: 'SLIME_BLOCK', label: 'Slime Block' },
    trigger: 'at-or-below',
    price: 0.25,
    filter: { item: { type: 'SLIME_BLOCK' }, containers: true },
    repeat: 'recurring',
    cooldownMinutes: 0,
    expiresAt: null,
    snoozedUntil: null,
    locale: 'en-US',
    createdAt: 0,
    paused: false,
  };
  book.putWatch(watch);
  const messenger = createMessenger(discord.url, discord.token, store.addresses, quiet, Date.now);
  const delivery = createDelivery({
    journal,
    messenger,
    sources: book,
    shops: () => pipeline.market(),
    worthOf: async () => null,
    isPaused: () => false,
    clock: systemClock,
    random: Math.random,
    log: quiet,
    onPaused() {},
    onceTold() {},
    onUnauthorized() {},
  });
  const pipeline = createPipeline({
    journal,
    book,
    delivery,
    keep: async () => {},
    forget: async () => {},
    isPaused: () => false,
    isBanned: () => false,
    onPressure() {},
    log: quiet,
    now: Date.now,
  });
  await delivery.start();

  const at = Date.now();
  await pipeline.onSnapshot({ shops: [shop(1, 1), shop(2, 2), shop(3, 1, 0)], takenAt: at });
  await pipeline.onSnapshot({ shops: [shop(1, 1), shop(2, 1), shop(3, 1, 8), shop(4, 3)], takenAt: at + 1 });
  const dm = discord.world.dmChannel(player);
  const told = await discord.findMessage(dm, (message) => textOf(message).includes('Owner3'), { timeoutMs: 5_000 });
  expect(textOf(told)).toContain('Cheaper: Slime Block at 0.25 each (was 0.50)\n4 for 1 diamond · 64 in stock');
  expect(textOf(told)).toContain('Owner2');
  expect(textOf(told)).toContain('Your watch: Slime Block at or below 0.25');
  expect(textOf(told)).not.toContain('Owner1');

  await pipeline.onSnapshot({ shops: [shop(1, 1), shop(2, 1), shop(4, 1)], takenAt: at + 2 });
  await discord.findMessage(dm, (message) => textOf(message).includes('Owner4'), { timeoutMs: 5_000 });
  const all = discord.messages(dm).map(textOf).join('\n');
  for (const owner of ['Owner2', 'Owner3', 'Owner4']) expect(all.split(owner)).toHaveLength(2);
  await delivery.stop(1_000);
  await journal.close();
  await store.close();
});
