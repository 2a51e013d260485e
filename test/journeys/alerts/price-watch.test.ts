import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalDiscord, startDiscord } from '../../../sandbox/discord/discord.ts';
import { Delivery } from '../../../src/delivery/delivery.ts';
import { GlobalRateLimiterInMemory } from '../../../src/delivery/global-rate-limiter-in-memory.ts';
import { TargetLeasesInMemory } from '../../../src/delivery/target-leases-in-memory.ts';
import { createMessenger } from '../../../src/discord/alerts/messenger.ts';
import { identify } from '../../../src/market/item/identity.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { WorkCounts } from '../../../src/monitor/facts.ts';
import { CurrentMarket } from '../../../src/pipeline/current-market.ts';
import { Pipeline } from '../../../src/pipeline/pipeline.ts';
import { SubscriptionsInMemory } from '../../../src/routing/subscriptions-in-memory.ts';
import type { Watch } from '../../../src/routing/watch.ts';
import { createAddresses } from '../../../src/storage/cache/cache.ts';
import { locateStore } from '../../../src/storage/sqlite/files.ts';
import { openJournal } from '../../../src/storage/sqlite/journal.ts';
import { openStore } from '../../../src/storage/sqlite/store.ts';
import { askInMemory, routeInMemory } from '../../../src/subscriptions/in-memory.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { retriedRefusals } from '../../delivery/retried-refusals.ts';
import { NEVER_BANNED } from '../../discord/never-banned.ts';
import { NO_ICONS } from '../../discord/no-icons.ts';
import { NO_PICTURES } from '../../discord/no-pictures.ts';
import { LANGUAGES } from '../../language/spoken.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { textOf } from '../world/world.ts';

const log = recordingLog();
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

/** A user with one watch, and all stages from a snapshot to their direct messages. */
async function watching(more: Partial<Watch>) {
  const located = locateStore(`sqlite://${join(folder, 'crier.sqlite')}`);
  if (!located.ok) throw new Error(located.why);
  const store = await openStore(located.location, log);
  const journal = openJournal(store.db, Date.now, log, { transactions: store.transactions });
  const player = discord.world.addUser({ name: 'Player', installed: true });
  const subscriptions = new SubscriptionsInMemory();
  const watch: Watch = {
    type: 'watch',
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
    ...more,
  };
  subscriptions.putWatch(watch);
  const rateLimiter = new GlobalRateLimiterInMemory(systemClock);
  const messenger = createMessenger({
    signal: AbortSignal.any([]),
    ...{
      api: discord.url,
      token: discord.token,
      addresses: createAddresses(store.cache.open),
      rateLimiter,
      languages: LANGUAGES,
      icons: NO_ICONS,
      draw: NO_PICTURES.draw,
      clock: systemClock,
      log,
    },
    addressBan: NEVER_BANNED,
    onUnauthorized: () => {},
  });
  const current = new CurrentMarket([], systemClock);
  const delivery = new Delivery({
    counts: new WorkCounts(),
    retriedRefusals: retriedRefusals(),
    ...{ journal, rateLimiter, leases: new TargetLeasesInMemory(journal, systemClock) },
    messenger,
    subscriptions: askInMemory(subscriptions),
    shops: () => current.get(),
    worthOf: async () => null,
    lowestInDays: async () => null,
    findPaintings: NO_PICTURES.find,
    isPaused: () => false,
    clock: systemClock,
    random: Math.random,
    log,
    pauseRefused: async () => undefined,
    onOnceDelivered() {},
    onUnauthorized() {},
  });
  const pipeline = new Pipeline({
    journal,
    current,
    router: routeInMemory({ memory: subscriptions, isPaused: () => false, clock: systemClock }),
    delivery,
    keep: async () => {},
    forget: async () => {},
    isBanned: () => false,
    worthOf: async () => null,
    onPressure() {},
    log,
    clock: systemClock,
  });
  await delivery.start();
  const dm = discord.world.dmChannel(player);
  return {
    held: async () => (await journal.waiting({ kind: 'user', id: player.id }, 1e15, 9)).map(({ held }) => held),
    dropped: async () =>
      (await journal.noticesOf({ kind: 'user', id: player.id }, 9)).flatMap(({ end }) => end?.why ?? []),
    snapshot: (shops: readonly Shop[], takenAt: number) => pipeline.onSnapshot({ shops, takenAt }),
    alertWith: async (text: string) =>
      textOf(await discord.findMessage(dm, (message) => textOf(message).includes(text))),
    all: () => discord.messages(dm).map(textOf),
    async end(): Promise<void> {
      await delivery.stop(1_000);
      await journal.close();
      await store.close();
    },
  };
}

test('a price watch delivers each shop under its target once, from the snapshot to a direct message', async () => {
  const { snapshot, alertWith, all, end } = await watching({});
  const at = Date.now();
  await snapshot([shop(1, 1), shop(2, 2), shop(3, 1, 0)], at);
  await snapshot([shop(1, 1), shop(2, 1), shop(3, 1, 8), shop(4, 3)], at + 1);
  const first = await alertWith('Owner3');
  expect(first).toContain('Slime Block: cheaper · now 4 for 1 diamond · 0.25 each (was 4 for 2 diamonds)\n64 in stock');
  expect(first).toContain('Owner2');
  expect(first).toContain('Your watch: Slime Block · 0.25 diamonds each or less');
  expect(first).not.toContain('Owner1');

  await snapshot([shop(1, 1), shop(2, 1), shop(4, 1)], at + 2);
  await alertWith('Owner4');
  for (const owner of ['Owner2', 'Owner3', 'Owner4']) expect(all().join('\n').split(owner)).toHaveLength(2);
  await end();
});

test('a better price is delivered within the cool-down, at once and with the gathered notices', async () => {
  const { snapshot, alertWith, all, held, end } = await watching({ price: 25, cooldownMinutes: 60 });
  const at = Date.now();
  const shops = [shop(1, 200)];
  await snapshot(shops, at);
  const come = async (next: Shop, after: number) => {
    shops.push(next);
    await snapshot(shops, at + after);
  };
  await come(shop(2, 100), 1);
  await alertWith('Owner2');
  await come(shop(3, 91), 2);
  await expect.poll(held).toEqual(['cooling']);
  await come(shop(4, 90), 3);
  expect(await alertWith('Owner4')).toMatch(/4 for 90 diamonds · 22.50 each[\s\S]*4 for 91 diamonds · 22.75 each/);
  expect(all()).toHaveLength(2);
  await end();
});

test('a shop is delivered again within the cool-down once it is a tenth under the delivered price', async () => {
  const { snapshot, alertWith, all, dropped, end } = await watching({ price: 10, cooldownMinutes: 60 });
  const at = Date.now();
  await snapshot([shop(1, 200)], at);
  const asks = (price: number, after: number) => snapshot([shop(1, 200), shop(2, 4 * price)], at + after);
  await asks(9, 1);
  await alertWith('· 9 each');
  await asks(8.5, 2);
  await expect.poll(dropped).toEqual(['matched before, not 10 % better']);
  await asks(8, 3);
  expect(await alertWith('· 8 each')).toContain(
    'Slime Block: cheaper · now 4 for 32 diamonds · 8 each (was 4 for 34 diamonds)',
  );
  expect(all()).toHaveLength(2);
  await end();
});
