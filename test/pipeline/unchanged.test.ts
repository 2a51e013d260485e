import { expect, test } from 'vitest';
import { eventually, runClient, startSimulation } from '../service/simulation.ts';
import { openHarness } from './harness.ts';

/** Opens a service that answers 304 if nothing has changed, and the bot's ingest with its first snapshot. */
async function settled() {
  const world = await startSimulation({ etags: true });
  const { clock, simulated } = world;
  const harness = openHarness({ now: clock.now });
  const pipeline = harness.pipeline();
  const { service } = runClient(world, {
    onSnapshot: (snapshot) => pipeline.onSnapshot(snapshot),
    onUnchanged: (at) => pipeline.onUnchanged(at),
  });
  const dates = () => [harness.market()?.takenAt, service.snapshot().takenAt];
  /** Advances the clock until the next response. @returns its HTTP status */
  const nextRefresh = async () => {
    const before = service.snapshot().takenAt ?? 0;
    await eventually(() => {
      if (service.snapshot().takenAt === before) clock.advance(1_000);
      expect(service.snapshot().takenAt).toBeGreaterThan(before);
    });
    return simulated.requests.findLast(({ route }) => route === 'shops')?.status;
  };
  const first = clock.now();
  await eventually(() => expect(dates()).toEqual([first, first]));
  return { ...world, harness, pipeline, first, dates, nextRefresh };
}

test('a 304 makes the market in memory as recent as the status says', async () => {
  const { harness, first, dates, nextRefresh } = await settled();
  expect(await nextRefresh()).toBe(304);
  const [market, status] = dates();
  expect(market).toBe(status);
  expect(market).toBeGreaterThan(first);
  await harness.restart();
  expect(harness.market()?.takenAt, 'what lies on disk is dated as it was taken').toBe(first);
});

test('a 304 confirms the snapshot: earlier purchases are in its stock, later ones are deducted', async () => {
  const { clock, harness, pipeline, first, nextRefresh } = await settled();
  const shop = [...(harness.market()?.shops ?? [])].find(
    ({ side, remaining, item }) => side === 'ask' && remaining > item.quantity,
  );
  if (!shop) throw new Error('nothing to buy');
  const { item, location, price } = shop;
  const moved = item.quantity;
  const buy = () =>
    pipeline.onEvent({ kind: 'purchase', at: clock.now(), item, moved, paid: price, sign: null, location });
  const stock = () => harness.market()?.remainingOf(shop);
  buy();
  expect(stock()).toEqual({ remaining: shop.remaining - moved, estimated: true });
  expect(await nextRefresh()).toBe(304);
  expect(stock()).toEqual({ remaining: shop.remaining, estimated: false });
  buy();
  pipeline.onUnchanged(first + 1);
  expect(stock()).toEqual({ remaining: shop.remaining - moved, estimated: true });
});
