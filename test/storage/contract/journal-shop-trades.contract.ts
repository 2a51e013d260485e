import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Change } from '../../../src/market/change.ts';
import type { ShopTrade } from '../../../src/market/my-shops/shop-trade.ts';
import type { Location, Shop } from '../../../src/market/shops/shop.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import { propertyRuns } from '../../property-runs.ts';
import { item, purchase, shop } from '../sqlite/journal/samples.ts';
import { type Event, event, moment } from './journal-history.contract.ts';
import type { OpenJournal } from './open-journal.ts';

const HERE: Location = { x: 0, y: 64, z: 0, world: 'world' };

/** Stands on: the real journal on SQLite and on PostgreSQL. */

/** Computes the trades at an owner's shops by their definition. */
function shopTradesOf(events: readonly Event[], uuid: string, from: number, to: number): readonly ShopTrade[] {
  const all = events
    .flatMap((one) => (one.kind === 'traded' ? [one] : []))
    .map((one) => ({ ...one, owner: one.shop?.owner ?? one.owner ?? null }));
  const own = new Set(all.flatMap(({ trade, owner }) => (owner?.uuid === uuid ? [trade.location.x] : [])));
  return all
    .filter(({ at }) => at >= from && at < to)
    .filter(({ owner, trade }) => (owner === null ? own.has(trade.location.x) : owner.uuid === uuid))
    .map(({ at, trade: { kind, item: of, moved, paid, location }, owner }) => {
      const place = { location, owner };
      return { at, kind, type: of.identity.type, key: of.identity.key, count: moved, paid, place };
    });
}

const inOrder = (trades: readonly ShopTrade[]) =>
  trades.toSorted((a, b) => a.at - b.at || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

export function shopTrades(open: OpenJournal): void {
  it('returns the trades at an owner’s shops, and unclear trades at the same places', async () => {
    const period = fc.tuple(moment, moment).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 20 }), period, async (events, [from, to]) => {
        const { journal } = await open();
        for (const one of events) await journal.record({ changes: [one], notices: [] });
        for (const uuid of ['b', 'c', shop().owner.uuid]) {
          const found = await journal.shopTrades(uuid, [], from, to);
          expect(found.map(({ at }) => at)).toEqual(found.map(({ at }) => at).toSorted((a, b) => a - b));
          expect(inOrder(found)).toEqual(inOrder(shopTradesOf(events, uuid, from, to)));
        }
      }),
      { numRuns: propertyRuns(0.3) },
    );
  });

  it('returns unclear trades at given places, where no trade had an owner', async () => {
    const { journal } = await open();
    const unclear = { kind: 'traded', at: 5, trade: purchase(5), shop: null } as const;
    await journal.record({ changes: [unclear], notices: [] });
    const here = shop().location;
    expect(await journal.shopTrades('a', [here], 0, 10)).toMatchObject([{ at: 5, place: { owner: null } }]);
    expect(await journal.shopTrades('a', [{ ...here, y: here.y + 1 }], 0, 10)).toEqual([]);
  });

  it('counts a filled box among the trades of its kind, and reads a uuid that was sent without dashes', async () => {
    const { journal } = await open();
    const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
    const owner = { name: 'Ada', uuid: uuid.replaceAll('-', '') };
    const box = { ...item('SHULKER_BOX'), contents: [item()] };
    const sold = { kind: 'traded', at: 5, trade: purchase(5, box), shop: { ...shop(), owner } } as const;
    await journal.record({ changes: [sold], notices: [] });
    expect(await journal.shopTrades(uuid, [], 0, 10)).toMatchObject([{ key: box.identity.key, type: 'SHULKER_BOX' }]);
  });

  it('returns the latest listing at each place of an owner, and keeps it for 31 days', async () => {
    const { journal } = await open();
    const now = Date.now();
    const placed = (x: number, uuid = 'a') => ({ ...shop(), location: { ...HERE, x }, owner: { name: null, uuid } });
    const listed = (at: number, x: number, uuid?: string): Change => ({ kind: 'listed', at, shop: placed(x, uuid) });
    const changed = (at: number, x: number, now: Partial<Shop>): Change => {
      return { kind: 'price-changed', at, before: placed(x), shop: { ...placed(x), ...now } };
    };
    const changes = [
      listed(now - 32 * DAY_MS, 1),
      listed(now - 30 * DAY_MS, 2),
      listed(now - 20 * DAY_MS, 3),
      listed(now - 9 * DAY_MS, 3),
      changed(now - 8 * DAY_MS, 4, { price: 5 }),
      changed(now - 8 * DAY_MS, 5, { item: item('DIRT') }),
      listed(now - 8 * DAY_MS, 6, 'b'),
      listed(now - DAY_MS, 7),
    ];
    await journal.record({ changes, notices: [] });
    const found = async (from: number) => {
      const all = await journal.listings('a', from);
      return all.map(({ at, location: { x } }) => [x, (now - at) / DAY_MS]).toSorted(([a = 0], [b = 0]) => a - b);
    };
    const lately = [
      [3, 9],
      [5, 8],
      [7, 1],
    ];
    expect(await found(0)).toEqual([[1, 32], [2, 30], ...lately]);
    expect(await found(now - 10 * DAY_MS)).toEqual(lately);
    await journal.prune(0);
    expect(await found(0)).toEqual([[2, 30], ...lately]);
    expect((await journal.latestChanges(0, 100)).map(({ kind }) => kind)).toEqual([
      ...['listed', 'listed', 'listed', 'price-changed', 'listed', 'listed'],
    ]);
  });
}
