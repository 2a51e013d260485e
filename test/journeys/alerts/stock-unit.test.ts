import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recordingLog } from '../../log/recording-log.ts';
import { openStockEvidence } from '../../storage/sqlite/open-store-file.ts';
import { BUNDLE, listBundleShops, sellBundles } from '../world/stock-trades.ts';
import { openWorld } from '../world/world.ts';

/** Stands on: the real bot, its store in files, over sockets to a simulated service that counts in the other unit. */

const CONTRADICTED = 'Trades contradict STOCK_UNIT: shops count their stock in the other unit';
const WARNING = '**Stock may be wrong**: trades contradict the setting `STOCK_UNIT`';

async function openMarket(stockUnit: 'bundles' | 'items', setting: string) {
  const world = await openWorld({ shops: 20, service: { stockUnit }, environment: { STOCK_UNIT: setting } });
  onTestFinished(() => world.close());
  const shops = listBundleShops(world);
  const bot = await world.startBot();
  await world.ask(world.mod, 'market', '/feed add', {
    kind: 'purchases',
    item: 'DRAGON_EGG',
    channel: world.channel('auctions'),
  });
  const health = async () => (await world.ask(world.player, 'market', '/health')).text;
  return { world, bot, shops, health };
}

test.each([
  { stockUnit: 'items', setting: 'bundles' },
  { stockUnit: 'bundles', setting: 'items' },
] as const)(
  'fault 91: a service that counts $told contradicts STOCK_UNIT=$setting until the setting is changed',
  async (row) => {
    const { stockUnit, setting } = row;
    const { world, bot, shops, health } = await openMarket(stockUnit, setting);
    expect(await health()).not.toContain(WARNING);
    await sellBundles(world, shops, 2);
    await expect.poll(bot.log).toContain(CONTRADICTED);
    expect(await health()).toContain(WARNING);
    expect(bot.log().split(CONTRADICTED)).toHaveLength(2);

    expect(await bot.stop()).toBe(0);
    const again = await world.startBot();
    expect(await health()).toContain(WARNING);
    expect(again.log()).not.toContain(CONTRADICTED);

    expect(await again.stop()).toBe(0);
    await world.startBot({ STOCK_UNIT: stockUnit });
    await world.skip(120_000);
    expect(await health()).not.toContain(WARNING);
    const { text } = await world.ask(world.player, 'market', '/shop', { item: 'DRAGON_EGG', owner: 'Seller_a' });
    expect(text).toContain(`${78 * BUNDLE} in stock`);
  },
);

test('fault 91: a service that counts in the unit of STOCK_UNIT is never reported', async () => {
  const { world, bot, shops, health } = await openMarket('items', 'items');
  await sellBundles(world, shops, 2);
  expect(await health()).not.toContain(WARNING);
  const kept = await openStockEvidence(join(world.folder, 'crier.sqlite'), recordingLog());
  onTestFinished(() => kept.close());
  const fits = async () => (await kept.read())?.cases.map((one) => one.fits);
  // The last snapshot has been requested by now, and is ingested a moment later.
  await expect.poll(fits).toEqual(new Array(6).fill('items'));
  expect((await kept.read())?.contradicts).toBeNull();
  expect(await bot.stop()).toBe(0);
  expect(bot.log()).not.toContain(CONTRADICTED);
});
