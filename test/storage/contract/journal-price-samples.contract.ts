import { expect, it } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import type { Journal } from '../../../src/ports/journal.ts';
import { testSize } from '../../property-runs.ts';
import type { OpenJournal } from './open-journal.ts';

/** Stands on: the real journal on SQLite and on PostgreSQL. */

const DAY = 24 * 3_600_000;
const ALL = Number.MAX_SAFE_INTEGER;

type Sample = Parameters<Journal['recordPriceSamples']>[1][number];

function sample(more: Partial<Sample> = {}): Sample {
  return { key: 'a1', type: 'SLIME_BLOCK', formerKey: null, ask: 4, bid: 2.5, stock: 64, ...more };
}

export function samples(open: OpenJournal): void {
  it('samples an item when its prices change, and returns the sample that held before', async () => {
    const { journal, reopen } = await open();
    await journal.recordPriceSamples(10, [sample(), sample({ key: 'b2', ask: 1 / 3, bid: null })]);
    await journal.recordPriceSamples(20, [sample(), sample({ key: 'b2', ask: 1 / 3, bid: 0.25 })]);
    await journal.recordPriceSamples(30, [sample({ ask: 5 }), sample({ key: 'b2', ask: 0.5, bid: 0.25, stock: 1 })]);

    const after = await reopen();
    expect(await after.priceSamples('a1', 0, ALL)).toEqual([
      { at: 10, ask: 4, bid: 2.5, stock: 64 },
      { at: 30, ask: 5, bid: 2.5, stock: 64 },
    ]);
    expect(await after.priceSamples('b2', 20, 30)).toEqual([
      { at: 10, ask: 1 / 3, bid: null, stock: 64 },
      { at: 20, ask: 1 / 3, bid: 0.25, stock: 64 },
    ]);
    expect(await after.priceSamples('a1', 31, ALL)).toMatchObject([{ at: 30 }]);
    expect(await after.priceSamples('unknown', 0, ALL)).toEqual([]);
  });

  it('fault 86: returns the samples of an item from before the game renamed its type', async () => {
    const { journal } = await open();
    const { key, renamedKeys: [before = ''] = [] } = identify('TURTLE_SCUTE');
    await journal.recordPriceSamples(10, [sample({ key: before, type: 'SCUTE', ask: 4 })]);
    await journal.recordPriceSamples(20, [sample({ key, type: 'TURTLE_SCUTE', ask: 5 })]);
    expect((await journal.priceSamples(key, 0, 20)).map(({ ask }) => ask)).toEqual([4]);
    expect((await journal.priceSamples(key, 15, ALL)).map(({ ask }) => ask)).toEqual([4, null, 5]);
    expect((await journal.priceSamples(key, 25, ALL)).map(({ ask }) => ask)).toEqual([5]);
  });

  it('samples a change of stock only once a day', async () => {
    const { journal } = await open();
    await journal.recordPriceSamples(1, [sample({ stock: 1 })]);
    await journal.recordPriceSamples(DAY - 1, [sample({ stock: 2 })]);
    await journal.recordPriceSamples(DAY, [sample({ stock: 3 })]);
    await journal.recordPriceSamples(DAY + 1, [sample({ stock: 4 })]);
    await journal.recordPriceSamples(2 * DAY, [sample({ stock: 3 })]);
    expect((await journal.priceSamples('a1', 0, ALL)).map(({ at, stock }) => [at, stock])).toEqual([
      [1, 1],
      [DAY, 3],
    ]);
  });

  it('samples an item without offers as gone, once', async () => {
    const { journal } = await open();
    await journal.recordPriceSamples(1, [sample()]);
    await journal.recordPriceSamples(2, []);
    await journal.recordPriceSamples(3, []);
    await journal.recordPriceSamples(4, [sample()]);
    expect((await journal.priceSamples('a1', 0, ALL)).map(({ at, ask, bid, stock }) => [at, ask, bid, stock])).toEqual([
      [1, 4, 2.5, 64],
      [2, null, null, 0],
      [4, 4, 2.5, 64],
    ]);
  });

  it('stores thousands of samples of one moment, and returns them all', async () => {
    const { journal } = await open();
    const many = Array.from({ length: 1_500 }, (_, index) => sample({ key: `k${index}`, ask: index + 1 }));
    await journal.recordPriceSamples(1, many);
    await journal.recordPriceSamples(2, many.slice(0, 1_000));
    expect(await journal.priceSamples('k999', 0, ALL)).toEqual([{ at: 1, ask: 1_000, bid: 2.5, stock: 64 }]);
    expect(await journal.priceSamples('k1499', 0, ALL)).toMatchObject([{ ask: 1_500 }, { at: 2, ask: null }]);
  });

  it('drops samples that no longer applied at the given time, and pages through thousands', async () => {
    const { journal } = await open();
    // SQLite reads a page of a thousand rows.
    const count = testSize({ short: 1_100, long: 2_100 });
    for (let at = 0; at < count; at++) await journal.recordPriceSamples(at, [sample({ ask: at })]);
    expect((await journal.priceSamples('a1', 50, ALL)).map(({ at }) => at)).toEqual(
      Array.from({ length: count - 49 }, (_, index) => index + 49),
    );
    await journal.prune(count - 110);
    expect((await journal.priceSamples('a1', 0, ALL))[0]).toMatchObject({ at: count - 110 });
    await journal.recordPriceSamples(3_000, []);
    await journal.prune(2_500);
    expect(await journal.priceSamples('a1', 0, ALL)).toMatchObject([{ at: count - 1 }, { at: 3_000 }]);
  });
}
