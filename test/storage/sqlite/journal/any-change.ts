import fc from 'fast-check';
import type { Change } from '../../../../src/market/change.ts';
import type { Item } from '../../../../src/market/item/item.ts';
import { withFirstStock } from '../../../../src/market/shops/difference.ts';
import { type Location, type Owner, type Shop, UNLIMITED } from '../../../../src/market/shops/shop.ts';
import { anyItem, location, OWNERS } from '../../../market/arbitraries.ts';

/** Text of players, with quotes, emoji and the empty string. */
const text = fc.oneof(fc.constantFrom('', 'Ada', "Bob's \u0000 𝕊hop"), fc.string({ unit: 'grapheme', maxLength: 12 }));
const count = fc.oneof(fc.nat(3), fc.constantFrom(255, 70_000, 2 ** 40, Number.MAX_SAFE_INTEGER));
const some = count.filter((items) => items > 0);
const diamonds = fc.oneof(count, fc.constantFrom(0.5, 1.5, 2400.0, 0.1 + 0.2, 1e-7));
const stock = fc.oneof(count, fc.constant(UNLIMITED));
const at = fc.nat(9);

const owner: fc.Arbitrary<Owner> = fc.oneof(
  fc.constantFrom(...OWNERS),
  fc.record({ name: fc.option(text), uuid: text }),
);
const place: fc.Arbitrary<Location> = fc.oneof(
  location,
  fc.record({ x: fc.integer(), y: fc.integer(), z: fc.integer(), world: text }),
);
const thing: fc.Arbitrary<Item> = fc.tuple(anyItem, text).map(([of, name]) => ({ ...of, name }));
const side = fc.constantFrom<Pick<Shop, 'side' | 'kind'>[]>(
  { side: 'ask', kind: 'SELLING' },
  { side: 'bid', kind: 'BUYING' },
  { side: 'ask', kind: 'sell' },
  { side: null, kind: 'TRADING' },
  { side: null, kind: '' },
);

const shop: fc.Arbitrary<Shop> = fc
  .record({ id: count, owner, location: place, side, price: diamonds, remaining: stock, item: thing })
  .map(({ side: pair, ...rest }) => ({ ...rest, ...pair }));

/** The same shop at two moments, with some differences. */
const twice = fc
  .tuple(
    shop,
    fc.record({ owner, location: place, price: diamonds, remaining: stock, item: thing }, { requiredKeys: [] }),
  )
  .chain(([before, more]) => side.map((pair) => ({ before, shop: { ...before, ...more, ...pair } })));

const auctioned = fc
  .record({ at, item: thing, sold: some, finalBid: diamonds })
  .map((auction): Change => ({ kind: 'auctioned', at: auction.at, auction: { kind: 'auction', ...auction } }));

const trade = fc.record({
  kind: fc.constantFrom('purchase', 'sale'),
  at,
  item: thing,
  moved: some,
  paid: diamonds,
  sign: fc.option(fc.record({ amount: count, price: diamonds })),
  location: place,
});

const traded = fc
  .tuple(trade, fc.option(shop), fc.option(owner), fc.boolean())
  .map(([made, of, by, isThere]): Change => {
    const event = of && isThere ? { ...made, item: of.item, location: of.location } : made;
    return { kind: 'traded', at: event.at, trade: event, shop: of, ...(of === null && by !== null && { owner: by }) };
  });

/** Every kind of change, with every possible field. */
export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  auctioned,
  traded,
  fc.record({ kind: fc.constant('listed'), at, shop }),
  fc.record({ kind: fc.constant('removed'), at, before: shop }),
  fc.record({ kind: fc.constant('banned'), at, shop, canvas: text }),
  fc
    .tuple(fc.constantFrom('restocked', 'sold-out', 'price-changed'), at, twice)
    .map(([kind, when, { shop, before }]): Change => {
      // A shop that switches to goods it lacks waits for its first stock.
      return { kind, at: when, shop: kind === 'price-changed' ? withFirstStock(shop, before) : shop, before };
    }),
);
