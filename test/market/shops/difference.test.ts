import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../../src/market/change.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { expectCoverage } from '../../property-runs.ts';
import { identity, snapshot, tradesOf } from '../arbitraries.ts';
import { item, loaded } from '../samples.ts';

/** Shops at distinct places. Shops that share one are tested in pairing.test.ts. */
const shopsApart = snapshot.map((shops) =>
  shops.map((shop) => ({ ...shop, location: { ...shop.location, x: shop.id, z: shop.id } })),
);

/** Two snapshots of one market: some shops are unchanged, some differ slightly, some are added or removed. */
const twoSnapshots = fc.record({ before: shopsApart, fresh: shopsApart, of: identity }).chain(({ before, fresh, of }) =>
  fc.record({
    before: fc.constant(before),
    after: fc
      .tuple(...before.map((shop) => fc.constantFrom<(Shop | null)[]>(null, shop, ...slightChanges(shop, item(of)))))
      .map((kept) => {
        const ids = new Set(before.map(({ id }) => id));
        return [...kept.filter((shop) => shop !== null), ...fresh.filter(({ id }) => !ids.has(id))];
      }),
    trades: tradesOf(before),
  }),
);

function slightChanges(shop: Shop, other: Shop['item']): Shop[] {
  const stocks = [0, 1, shop.remaining + 3].map((remaining) => ({ ...shop, remaining }));
  return [...stocks, { ...shop, price: shop.price + 1 }, { ...shop, item: other }];
}

/**
 * Returns whether a box holds an unknown variant. Such boxes are compared slot by slot, so only their other differences
 * are checked here.
 */
function holdsUnknownVariant(...shops: readonly (Shop | undefined)[]): boolean {
  return shops.some((shop) => JSON.stringify(shop?.item.contents ?? []).includes('"variant":null'));
}

/** Returns the specified kind of change between two snapshots of a shop, or null if there is none. */
function changeByHand(before: Shop | undefined, after: Shop | undefined): Change['kind'] | null {
  if (after === undefined) return 'removed';
  if (before === undefined) return after.remaining >= after.item.quantity ? 'listed' : null;
  const [then, now] = [before.item, after.item];
  const unknown = then.identity.variant === null || now.identity.variant === null;
  const sameItem = unknown ? then.identity.type === now.identity.type : then.identity.key === now.identity.key;
  const holds = (of: Shop['item']) =>
    of.contents
      .map(JSON.stringify as (one: unknown) => string)
      .sort()
      .join();
  const sameContents = unknown || holds(then) === holds(now);
  const same =
    sameItem &&
    sameContents &&
    then.quantity === now.quantity &&
    before.price === after.price &&
    before.side === after.side;
  if (!same) return 'price-changed';
  if (after.remaining > before.remaining && after.remaining >= now.quantity) return 'restocked';
  if (after.side === 'bid') return null;
  return before.remaining >= then.quantity && after.remaining < now.quantity ? 'sold-out' : null;
}

test('the changes equal a comparison of the two lists, whatever was traded in between', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(twoSnapshots, ({ before, after, trades }) => {
      const { market } = loaded(before);
      for (const trade of trades) market.apply(trade);
      const { changes } = loaded(after, market, 2_000);
      const reported = changes.map((change) => {
        kinds.add(change.kind);
        expect(change.at).toBe(2_000);
        return `${'before' in change ? change.before.id : Object(change).shop.id} ${change.kind}`;
      });
      const ids = new Set([...before, ...after].map(({ id }) => id));
      const find = (shops: readonly Shop[], wanted: number) => shops.find(({ id }) => id === wanted);
      const judged = [...ids].filter((id) => !holdsUnknownVariant(find(before, id), find(after, id)));
      const expected = judged.flatMap((id) => {
        const kind = changeByHand(find(before, id), find(after, id));
        return kind === null ? [] : [`${id} ${kind}`];
      });
      expect(reported.filter((one) => judged.includes(Number(one.split(' ')[0]))).sort()).toEqual(expected.sort());
    }),
  );
  expectCoverage(() => {
    expect([...kinds].sort()).toEqual(['listed', 'price-changed', 'removed', 'restocked', 'sold-out']);
  });
});
