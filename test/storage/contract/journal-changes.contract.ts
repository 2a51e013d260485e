import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Change, streamEventsOf } from '../../../src/market/change.ts';
import { contentsOf } from '../../../src/market/item/contents.ts';
import type { Item } from '../../../src/market/item/item.ts';
import { RepeatedEvents } from '../../../src/service/stream/repeats.ts';
import { TYPES } from '../../market/arbitraries.ts';
import { propertyRuns } from '../../property-runs.ts';
import { anyChange } from '../sqlite/journal/any-change.ts';
import { auctioned, item, shop, traded } from '../sqlite/journal/samples.ts';
import type { OpenJournal } from './open-journal.ts';

/** Stands on: the real journal on SQLite and on PostgreSQL. */

const slime = item();
const box: Item = { ...item('SHULKER_BOX', 'b0'), contents: [{ ...item('BUNDLE', 'b1'), contents: [slime] }] };

function typesOf(change: Change): Set<string> {
  const items: Item[] = [];
  if ('auction' in change) items.push(change.auction.item);
  if ('trade' in change) items.push(change.trade.item);
  if ('shop' in change && change.shop !== null) items.push(change.shop.item);
  if ('before' in change) items.push(change.before.item);
  return new Set(items.flatMap((one) => [one, ...contentsOf(one)]).map(({ identity }) => identity.type));
}

export function changes(open: OpenJournal): void {
  it('fault 100: returns every change as written, oldest first, in order within a millisecond', async () => {
    const run = fc.asyncProperty(fc.array(anyChange, { maxLength: 40 }), fc.nat(9), async (recorded, from) => {
      const { journal } = await open();
      for (const half of [recorded.slice(0, 15), recorded.slice(15)]) {
        await journal.record({ changes: half, notices: [] });
      }
      for (const type of TYPES) {
        const expected = recorded.filter((change) => change.at >= from && typesOf(change).has(type));
        expect(await journal.changes(type, from)).toEqual(expected.toSorted((a, b) => a.at - b.at));
      }
      await journal.close();
    });
    await fc.assert(run, { numRuns: propertyRuns(1 / 5) });
  });

  it('omits shop changes that an earlier release recorded, and keeps its trades', async () => {
    const { journal, reopen, upgradeAt } = await open();
    const listedAt = (at: number): Change => ({ kind: 'listed', at, shop: shop() });
    await journal.record({
      changes: [listedAt(10), traded(11), listedAt(20), listedAt(21)],
      notices: [],
      snapshotAt: 21,
    });
    expect(await journal.oldShopsUntil()).toBeNull();
    await upgradeAt(20);
    const upgraded = await reopen();
    expect(await upgraded.oldShopsUntil()).toBe(20);
    for (const found of [await upgraded.changes('SLIME_BLOCK', 0), await upgraded.latestChanges(0, 9)]) {
      expect(found.map(({ kind, at }) => [kind, at])).toEqual([
        ['traded', 11],
        ['listed', 21],
      ]);
    }
  });

  it('fault 102: returns events only, as received, however many shop changes lie between them', async () => {
    const run = fc.asyncProperty(fc.array(anyChange, { maxLength: 40 }), async (recorded) => {
      const { journal, reopen } = await open();
      const listed: Change[] = Array.from({ length: 50 }, () => ({ kind: 'listed', at: 1_000, shop: shop() }));
      await journal.record({ changes: [...recorded, ...listed], notices: [] });
      const events = recorded.flatMap(streamEventsOf);
      const reopened = await reopen();
      expect(await reopened.latestEvents(0, 3)).toHaveLength(Math.min(3, events.length));
      const repeats = new RepeatedEvents();
      repeats.rememberWritten(await reopened.latestEvents(0, 40));
      repeats.beginConnection();
      for (const event of events) expect(repeats.isRepeat(event, event.at, 2_000)).toBe(true);
      await reopened.close();
    });
    await fc.assert(run, { numRuns: propertyRuns(1 / 5) });
  });

  it('finds changes of an item within containers, in its state before and after', async () => {
    const { journal } = await open();
    const holding = { ...shop(), item: box };
    const recorded: Change[] = [
      auctioned(1, box),
      { kind: 'price-changed', at: 2, shop: { ...shop(), item: item('STONE', 'c1') }, before: holding },
      { kind: 'removed', at: 3, before: holding },
      { kind: 'listed', at: 4, shop: { ...shop(), item: item('STONE', 'c1') } },
    ];
    await journal.record({ changes: recorded, notices: [] });
    for (const type of ['SLIME_BLOCK', 'BUNDLE', 'SHULKER_BOX']) {
      expect(await journal.changes(type, 0)).toEqual(recorded.slice(0, 3));
    }
    expect(await journal.changes('STONE', 0)).toEqual([recorded[1], recorded[3]]);
    expect(await journal.changes('DIRT', 0)).toEqual([]);
  });

  it('pages through thousands of changes', async () => {
    const { journal, reopen } = await open();
    const recorded = Array.from({ length: 2_500 }, (_, index) => traded(10_000 - index, index % 3 ? slime : box));
    await journal.record({ changes: recorded, notices: [] });
    const found = await (await reopen()).changes('SLIME_BLOCK', 7_600);
    expect(found).toEqual(recorded.toReversed().filter(({ at }) => at >= 7_600));
  });

  it('drops the changes of a snapshot that never became the latest at the next restart', async () => {
    const { journal, reopen } = await open();
    const before = { ...shop(), remaining: 0 };
    const listed = (at: number): Change => ({ kind: 'listed', at, shop: shop() });
    await journal.record({ changes: [listed(10)], notices: [] });
    await journal.record({ changes: [], notices: [], snapshotAt: 10 });
    const lived: Change[] = [traded(11), auctioned(12), { kind: 'banned', at: 12, shop: shop(), canvas: 'a_1' }];
    await journal.record({ changes: lived, notices: [] });
    const unfinished: Change[] = [
      listed(20),
      { kind: 'restocked', at: 20, shop: shop(), before },
      { kind: 'sold-out', at: 20, shop: before, before: shop() },
      { kind: 'price-changed', at: 20, shop: shop(), before: { ...shop(), price: 1 } },
      { kind: 'removed', at: 20, before },
    ];
    await journal.record({ changes: unfinished, notices: [] });
    expect(await journal.changes('SLIME_BLOCK', 0)).toHaveLength(9);
    expect(await (await reopen()).changes('SLIME_BLOCK', 0)).toEqual([listed(10), ...lived]);
  });

  it('drops the changes of a failed snapshot when a later one records them again', async () => {
    const { journal } = await open();
    const listed = (at: number): Change => ({ kind: 'listed', at, shop: shop() });
    await journal.record({ changes: [listed(10)], notices: [], snapshotAt: 10 });
    await journal.record({ changes: [listed(20), traded(21)], notices: [] });
    await journal.record({ changes: [listed(30)], notices: [] });
    await journal.record({ changes: [], notices: [], snapshotAt: 30 });
    expect(await journal.changes('SLIME_BLOCK', 0)).toEqual([listed(10), traded(21), listed(30)]);
  });
}
