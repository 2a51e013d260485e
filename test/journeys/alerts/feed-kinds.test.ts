import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkRequests, missingDescription } from '../../sandbox/discord/openapi.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const ADA = { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };
const BOB = { name: 'Bob', uuid: '853c80ef-3c37-49fd-aa49-938b674adae6' };
const KINDS = ['listings', 'restocks', 'price-drops', 'sold-out', 'banned-paintings', 'health'];
/** The next snapshot and all its alerts arrive within this time. */
const NEXT_SNAPSHOT_MS = 80_000;

let world: World;

beforeAll(async () => {
  world = await openWorld({ shops: 100, environment: { SHOPS_REFRESH_SECONDS: '60' } });
});
afterAll(async () => {
  if (!missingDescription) expect(checkRequests(world.discord)).toEqual([]);
  await world.close();
});

type Place = Parameters<World['discord']['findMessage']>[0];

/** Waits for a message in the channel or to the user that contains all of this. */
async function hears(where: Place, ...words: readonly string[]): Promise<void> {
  const hasWords = (message: Parameters<typeof textOf>[0]) => words.every((word) => textOf(message).includes(word));
  await world.discord.findMessage(where, hasWords).catch(() => {
    throw new Error(`nobody said ${words.join(', ')}, but:\n${world.discord.messages(where).map(textOf).join('\n')}`);
  });
}

test('each kind of feed and trigger announces the next snapshot, and health after a minute', async () => {
  const sells = (at: number, more = {}) =>
    world.economy.list({
      type: 'SELLING',
      owner: ADA,
      price: 8,
      remaining: 64,
      item: { type: 'SLIME_BLOCK', quantity: 4 },
      location: { x: at, y: 64, z: at, world: 'world' },
      ...more,
    });
  const [mine, empty, full, expensive] = [sells(1, { price: 12 }), sells(2, { remaining: 0 }), sells(3), sells(4)];
  const buyer = sells(5, { type: 'BUYING', price: 1 });
  const canvas = world.economy.canvases[0] ?? '';
  world.economy.banPainting(canvas);
  await world.startBot();
  for (const kind of KINDS) await world.ask(world.mod, 'market', '/feed add', { kind });
  const wish = (values: object) => world.ask(world.player, null, '/watch add', { item: 'Slime Block', ...values });
  await wish({ trigger: 'listed', owner: 'Bob', cooldown: 0 });
  await wish({ trigger: 'restocked', cooldown: 0 });
  await wish({ trigger: 'sold-out', cooldown: 0 });
  await wish({ trigger: 'at-or-above', price: 1, cooldown: 0 });
  await world.ask(world.player, null, '/watch my-shop', { owner: 'Ada', every: 0 });

  world.service.setHealthFigures({ tickGapMs: 900, healthy: false });
  world.economy.restock(empty.id, 64);
  world.economy.restock(full.id, -64);
  world.economy.setPrice(expensive.id, 6);
  world.economy.setPrice(buyer.id, 5);
  sells(6, { owner: BOB, price: 4 });
  const snbt = `{components:{"minecraft:custom_data":{canvas:"${canvas}"}}}`;
  sells(7, { owner: BOB, item: { type: 'PAINTING', snbt } });

  await world.skip(NEXT_SNAPSHOT_MS);
  const market = world.channel('market');
  const dm = world.discord.world.dmChannel(world.player);
  await hears(market, 'Slime Block: back in stock · 4 for 8 diamonds · 2 each', '`2 64 2`');
  await hears(market, 'Slime Block: out of stock · was 4 for 8 diamonds · 2 each', '`3 64 3`');
  await hears(market, 'Slime Block: cheaper · now 4 for 6 diamonds · 1.50 each (was 4 for 8 diamonds)', '`4 64 4`');
  await hears(market, 'Slime Block: new offer · 4 for 4 diamonds · 1 each', 'Bob', '`6 64 6`');
  await hears(market, 'banned painting on sale', '`7 64 7`');
  await hears(
    dm,
    'Slime Block: somebody is cheaper than you · 4 for 4 diamonds · 1 each, you ask 1.50 each',
    'Your watch: Slime Block · In a new shop, only shops of Bob',
    'Your watch: Shops of Ada: trades, empty shops and cheaper rivals',
  );
  await hears(dm, 'Slime Block: back in stock', 'Your watch: Slime Block · Back in stock');
  await hears(dm, 'Slime Block: out of stock', 'Your watch: Slime Block · Out of stock');
  await hears(
    dm,
    'Slime Block: a shop buys it · 4 for 5 diamonds · 1.25 each (was 4 for 1 diamond)',
    'Your watch: Slime Block · A shop pays 1 diamond each or more',
  );
  await hears(market, 'The game server is slow');

  const alertTexts = [...world.discord.messages(market), ...world.discord.messages(dm)].map(textOf).join('\n');
  expect(alertTexts, 'a stock that is gone is no sale').not.toMatch(/: (bought|sold to) /);
  expect(alertTexts.split('`4 64 4`'), 'once in the channel, and not to Ada: it is her own').toHaveLength(2);
  expect(world.economy.shop(mine.id)?.price).toBe(12);
  expect(world.discord.violations).toEqual([]);
});
