import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSize } from '../../property-runs.ts';
import { openWorld, textOf, type World } from '../world/world.ts';
import { type RawService, startRawService } from './raw-service.ts';
import { SHOPS_AFTER, SHOPS_BEFORE } from './records.ts';
import { putStore, STORES_MADE_AT, VERSIONS, type Version } from './stores.ts';
import { addWatchers } from './watchers.ts';

/**
 * Stands on: the real bot on stores that earlier versions wrote, over sockets to a service with answers set by the
 * test.
 */

const FEEDS = [
  'Auctions',
  'Purchases',
  'Sales to shops',
  'Purchases and sales',
  'New shops',
  'Restocks',
  'Price drops',
  'Empty and removed shops',
  'Game server health',
  'Banned paintings',
];

/** The differences between SHOPS_AFTER and SHOPS_BEFORE. */
const REAL_CHANGES = [
  'Sponge: new offer',
  'Oak Log: back in stock',
  'Oak Log: out of stock',
  'Music Disc “Slow Rain”: cheaper',
  'Slime Block: cheaper',
  'Glass: the shop is gone',
];

/** The oldest and the newest; every version in `npm run test:long`. */
const CHANGED = VERSIONS.filter((_, at) => at % testSize({ short: VERSIONS.length - 1, long: 1 }) === 0);

let service: RawService;
let world: World;
let watchers: ReturnType<typeof addWatchers>;

beforeEach(async () => {
  service = await startRawService(SHOPS_BEFORE);
  world = await openWorld({ environment: { SERVICE_URL: service.url } });
  watchers = addWatchers(world);
});
afterEach(async () => {
  await world.close();
  await service.close();
});

/**
 * Starts the current bot on a store of that version, with the given shops in the service. Ends after the first refresh.
 */
async function upgrade(version: Version, shops: readonly unknown[]): Promise<void> {
  putStore(version, world, watchers);
  // For a machine whose clock is before the creation of the stores.
  world.clock.skip(Math.max(0, STORES_MADE_AT - world.clock.now()));
  service.serve(shops);
  await world.startBot();
  await expect.poll(health).toContain('Next list at');
  // Notices of the refresh are debounced for some seconds.
  await expect
    .poll(async () => {
      await world.skip(20_000);
      return health();
    })
    .toContain('No message waiting');
}

async function health(): Promise<string> {
  return (await world.ask(world.player, 'market', '/health', { private: true })).text;
}

/** Returns the watches of a user, as in their file. */
async function exported(watcher: (typeof watchers)[number]): Promise<readonly unknown[]> {
  const { message } = await world.ask(watcher, 'market', '/watch export');
  return JSON.parse(String(world.discord.attachment(message.attachments[0]?.url ?? ''))).watches;
}

/** Returns all messages to the channel of the feeds and to the watchers. */
function sent() {
  const textsOf = (channel: Parameters<World['discord']['messages']>[0]) =>
    world.discord.messages(channel).map(textOf).join('\n');
  return {
    feeds: textsOf(world.channel('market')),
    watchers: watchers.map((watcher) => textsOf(world.discord.world.dmChannel(watcher))).join(''),
  };
}

test.each(VERSIONS)(
  'fault 99: the first refresh on a store of %s notifies nobody of shops that are only read differently',
  async (version) => {
    await upgrade(version, SHOPS_BEFORE);
    expect(sent()).toEqual({ feeds: '', watchers: '' });
    const feeds = (await world.ask(world.mod, 'market', '/feed list')).text;
    for (const kind of FEEDS) expect(feeds).toContain(kind);
    const kept = await Promise.all(watchers.map(exported));
    expect(kept.flat()).toHaveLength(1_000);
  },
);

test.each(CHANGED)('fault 99: the first refresh on a store of %s notifies of real changes', async (version) => {
  await upgrade(version, SHOPS_AFTER);
  const { feeds, watchers: notified } = sent();
  for (const change of REAL_CHANGES) expect(feeds).toContain(change);
  // The push names three things and counts the others.
  expect(feeds).toContain(` and ${REAL_CHANGES.length - 3} more\n`);
  expect(notified).toContain('Oak Log');
});
