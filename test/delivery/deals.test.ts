import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import { item, shop } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';
import { begun, MINUTE, PERSON, shopsFor, snapshots } from './samples.ts';

const DEALS = { item: null, trigger: 'under-worth', price: null } as const;
const QUIET_MS = 10 * MINUTE;

/** A slime block is worth 10 diamonds, and shop 1 asks as much. */
async function atWorth() {
  const harness = await begun();
  harness.discord.worthOf = () => 10;
  const bring = snapshots(harness);
  await bring({ 1: 10 });
  const why = async () => (await harness.journal().noticesOf(PERSON, 9)).flatMap(({ end }) => end?.why ?? []);
  return { ...harness, bring, why };
}

test('a watch without an item is notified of a shop below the worth, and again when it is 10 % cheaper', async () => {
  const world = await atWorth();
  world.put(watch('w1', DEALS), watch('w2', { ...DEALS, percent: 50 }), watch('w3', { ...DEALS, minSaving: 90 }));
  await world.bring({ 1: 7 });
  expect(shopsFor(world), '30 % below the worth, which saves 42 diamonds on 14').toEqual(['1 for w1']);
  await world.bring({ 1: 6.5 });
  expect(await world.why()).toContain('matched before, not 10 % better');
  await world.bring({ 1: 6.3 });
  await world.bring({ 1: 5 });
  expect(shopsFor(world)).toEqual(['1 for w1', '1 for w1', '1 for w1 and w3 and w2']);
});

test('a better price that ends a cool-down is not delivered if a later one replaces it', async () => {
  const world = await atWorth();
  world.put(watch('w1', { ...DEALS, cooldownMinutes: 10 }));
  await world.bring({ 1: 10, 2: 7 });
  await world.bring({ 1: 4, 2: 7 });
  expect(shopsFor(world)).toEqual(['2 for w1', '1 for w1']);
  await world.bring({ 1: 4, 2: 5 });
  expect(shopsFor(world), 'no better than 4: the cool-down holds it').toHaveLength(2);
  await world.bring({ 1: 4, 2: 2 });
  expect(shopsFor(world).slice(2)).toEqual(['2 for w1']);
  expect(await world.why()).toContain('told at a later price');
});

test('a rise of the worth alone sends nothing, and the next change of a shop is judged by it', async () => {
  const world = await atWorth();
  world.put(watch('w1', DEALS));
  world.discord.worthOf = () => 100;
  await world.bring({ 1: 10 });
  expect(shopsFor(world)).toEqual([]);
  await world.bring({ 1: 10, 2: 60 });
  expect(shopsFor(world)).toEqual(['2 for w1']);
});

test('a pending deal is dropped if the worth has fallen or is gone, for a watch and for a feed', async () => {
  const world = await atWorth();
  world.put(watch('w1', { ...DEALS, snoozedUntil: world.time.now() + QUIET_MS }));
  world.put(feed('f1', { kind: 'deals', everyMinutes: 10 }));
  await world.bring({ 1: 7 });
  world.discord.worthOf = () => 8;
  await world.time.run(2 * QUIET_MS);
  expect(shopsFor(world)).toEqual([]);
  expect(await world.why()).toEqual(['no longer true']);
});

test('a pending deal that sold out is dropped, for a watch and for a feed', async () => {
  const world = await atWorth();
  world.put(watch('w1', { ...DEALS, snoozedUntil: world.time.now() + QUIET_MS }));
  world.put(feed('f1', { kind: 'deals', everyMinutes: 10 }));
  await world.bring({ 1: 7 });
  await world.bring({});
  await world.time.run(2 * QUIET_MS);
  expect(shopsFor(world)).toEqual([]);
});

test('a deal is judged by its worth at routing if worths cannot be read', async () => {
  const world = await atWorth();
  world.put(watch('w1', { ...DEALS, snoozedUntil: world.time.now() + QUIET_MS }));
  await world.bring({ 1: 7 });
  world.discord.worthOf = () => {
    throw new Error('disk failed');
  };
  await world.time.run(2 * QUIET_MS);
  expect(shopsFor(world)).toEqual(['1 for w1']);
  expect(JSON.stringify(world.log.lines)).toContain('Could not read worths, judging deals by those of their notices');
});

test('a feed posts a deal once, and again when the shop is 10 % cheaper than before', async () => {
  const world = await atWorth();
  world.put(feed('f1', { kind: 'deals', discount: 40 }));
  await world.bring({ 1: 7 });
  await world.bring({ 1: 6 });
  await world.bring({ 1: 5.9 });
  await world.bring({ 1: 5 });
  expect(shopsFor(world)).toEqual(['1 for f1', '1 for f1']);
});

const ITEMLESS = { ...DEALS, cooldownMinutes: 0 };

test('a shop that gets 10 % cheaper is delivered although another shop was delivered at a lower price', async () => {
  const world = await atWorth();
  world.put(watch('w1', ITEMLESS), feed('f1', { kind: 'deals' }));
  await world.bring({ 1: 5, 2: 7.4 });
  expect(shopsFor(world).toSorted()).toEqual(['2 for f1, 1 for f1', '2 for w1, 1 for w1']);
  await world.bring({ 1: 5, 2: 6 });
  expect(shopsFor(world).slice(2).toSorted()).toEqual(['2 for f1', '2 for w1']);
});

test('a shop whose price falls in small steps is delivered again at 10 % under its last delivered price', async () => {
  const world = await atWorth();
  world.put(watch('w1', ITEMLESS), feed('f1', { kind: 'deals' }));
  const gold = (at: number): Change => {
    return { kind: 'listed', at, shop: shop(9, { item: item('GOLD_INGOT'), price: 1 }) };
  };
  await world.bring({ 1: 7 });
  await world.ingest(gold(world.time.now()));
  await world.time.run(MINUTE);
  const before = shopsFor(world).length;
  await world.bring({ 1: 6.6 });
  expect(shopsFor(world), '6 % under the price told').toHaveLength(before);
  await world.bring({ 1: 6.2 });
  expect(shopsFor(world).slice(before).toSorted(), '11 % under it').toEqual(['1 for f1', '1 for w1']);
  await world.bring({ 1: 7 });
  await world.bring({ 1: 6 });
  expect(shopsFor(world), 'up and down again').toHaveLength(before + 2);
});

test('a better price that no longer applies is not posted by a feed that gathers', async () => {
  const world = await atWorth();
  world.put(feed('f1', { kind: 'deals', everyMinutes: 10 }));
  await world.bring({ 1: 7 });
  await world.time.run(QUIET_MS);
  await world.bring({ 1: 5 });
  await world.bring({ 1: 6.9 });
  await world.time.run(QUIET_MS);
  expect(shopsFor(world)).toEqual(['1 for f1']);
});

test('a filled box is judged by its contents, and damaged goods and mixed boxes are no deals', async () => {
  const world = await begun();
  const emerald = item('EMERALD', { quantity: 8 });
  world.discord.worthOf = (key) => (key === emerald.identity.key ? 1 : 100);
  world.put(watch('w1', { ...DEALS, item: { type: 'EMERALD' } }), watch('w2', DEALS));
  const box = item('SHULKER_BOX', { contents: [emerald, emerald] });
  const offers = [
    shop(1, { item: box, price: 8 }),
    shop(2, { item: box, price: 15 }),
    shop(3, { item: item('SHULKER_BOX', { contents: [emerald, item('DIRT')] }), price: 1 }),
    shop(4, { item: item('DIAMOND_SWORD', { condition: { damaged: true } }), price: 1 }),
    shop(5, { item: emerald, side: 'bid', price: 1 }),
    shop(6, { item: emerald, side: null, price: 1 }),
  ];
  await world.ingest(...offers.map((offer) => ({ kind: 'listed', at: 0, shop: offer }) as const));
  await world.time.run(MINUTE);
  expect(shopsFor(world)).toEqual(['1 for w2 and w1']);
});
