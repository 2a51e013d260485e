import fc from 'fast-check';
import type { Change, Trade } from '../../src/market/change.ts';
import { identify } from '../../src/market/item/identity.ts';
import type { Item, ItemChoice } from '../../src/market/item/item.ts';
import type { Filter } from '../../src/market/search/filter.ts';
import { changeBetween } from '../../src/market/shops/difference.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import { FEED_KINDS, type Feed } from '../../src/routing/feed.ts';
import { OPTIONAL_PRICE_TRIGGERS, PRICE_TRIGGERS, WATCH_TRIGGERS, type Watch } from '../../src/routing/watch.ts';
import { anyItem, anyOwner, anyStock, identity, location, OWNERS, tradesOf, WORLDS } from '../market/arbitraries.ts';
import { item, shop as sampleShop } from '../market/samples.ts';
import { feed as sampleFeed, watch as sampleWatch } from './samples.ts';

export const NOW = 10_000;

const choice: fc.Arbitrary<ItemChoice> = fc.oneof(
  { weight: 3, arbitrary: identity.map(({ type }) => ({ type })) },
  identity.map(({ type, key }) => ({ type, key })),
);
/** The uuids of three paintings; the first two may be banned. */
const CANVASES = [0, 1, 2].map((n) => `${OWNERS[0]?.uuid}_${n}`);
export const banned = fc.subarray(CANVASES.slice(0, 2)).map((ids) => new Set(ids));

const painting: fc.Arbitrary<Item> = fc
  .constantFrom(...CANVASES)
  .map((canvas) => item(identify('PAINTING', `{canvas:"${canvas}"}`)));
const goods = fc.oneof(
  { weight: 6, arbitrary: anyItem },
  { weight: 2, arbitrary: painting },
  fc.array(painting, { minLength: 1, maxLength: 3 }).map((contents) => item('SHULKER_BOX', { contents })),
);

const some = fc.integer({ min: 0, max: 6 });
/** Prices as displayed: they are no quotients of small integers, but each rounds to one. */
const shownPrice = fc.constantFrom(0.33, 0.67, 1.33, 2.67, 0.17, 1 / 3);
const bound = fc.oneof(some, shownPrice);
const name = fc.constantFrom(...OWNERS.map((owner) => owner.name));

const filter: fc.Arbitrary<Filter> = fc
  .record({ containers: fc.boolean(), rest: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, rareFilter()) })
  .map(({ containers, rest }) => ({ ...rest, containers }));

function rareFilter() {
  const enchantment = fc.record({
    id: fc.constantFrom('sharpness', 'mending'),
    comparison: fc.constantFrom<('at-least' | 'exactly')[]>('at-least', 'exactly'),
    level: fc.integer({ min: 1, max: 5 }),
  });
  const fields = {
    enchantments: fc.array(enchantment, { minLength: 1, maxLength: 2 }),
    owner: name,
    notOwner: name,
    world: fc.constantFrom(...WORLDS),
    maxPrice: bound,
    minPrice: bound,
    minStock: some,
  };
  const matchContext = fc.record(
    {
      x: fc.constantFrom(-4, 0),
      z: fc.constantFrom(-3, 0),
      within: fc.constantFrom(0, 3, 5, 9, 40, 60),
      near: fc.constant('Spawn'),
      nearWorld: fc.constantFrom(...WORLDS),
    },
    { requiredKeys: ['x', 'z', 'within'] },
  );
  return fc
    .tuple(fc.record(fields, { requiredKeys: [] }), fc.option(matchContext))
    .map(([rest, near]) => ({ ...rest, ...near }));
}

/** Names and uuids as users type them. */
const written = fc
  .constantFrom(...OWNERS)
  .chain(({ name: called, uuid }) => fc.constantFrom(called, called.toUpperCase(), uuid, uuid.replaceAll('-', '')));

const id = fc.integer({ min: 0, max: 40 }).map(String);

/** The thresholds of a deal, each optional. */
const anyDiscount = fc.constantFrom(null, 1, 50, 90);
const anySaving = fc.constantFrom(null, 0, 2, 9);

const feed: fc.Arbitrary<Feed> = fc
  .record({
    id,
    channelId: fc.constantFrom('200', '201'),
    kind: fc.constantFrom(...FEED_KINDS),
    filter: fc.tuple(filter, fc.option(choice)).map(([rest, item]) => (item ? { ...rest, item } : rest)),
    minValue: fc.constantFrom(0, 0, 4),
    discount: anyDiscount,
    minSaving: anySaving,
    everyMinutes: fc.constantFrom(0, 5),
    paused: fc.constantFrom(false, false, true),
  })
  .map(({ discount, minSaving, ...more }) => {
    const terms =
      more.kind === 'deals' ? { ...(discount && { discount }), ...(minSaving !== null && { minSaving }) } : {};
    return sampleFeed(more.id, { ...more, ...terms });
  });

export const watch: fc.Arbitrary<Watch> = fc
  .record({
    id,
    userId: fc.constantFrom('400', '401'),
    item: choice,
    // Listed twice, because changes that match these triggers are rare.
    trigger: fc.constantFrom(...WATCH_TRIGGERS, 'restocked' as const, 'restocked' as const, 'sold-out' as const),
    price: fc.oneof(
      fc.integer({ min: 0, max: 16 }).map((halves) => halves / 2),
      shownPrice,
    ),
    hasPrice: fc.boolean(),
    hasItem: fc.boolean(),
    percent: anyDiscount,
    minSaving: anySaving,
    filter,
    expiresAt: fc.constantFrom(null, null, NOW, NOW + 1),
    paused: fc.constantFrom(false, false, true),
  })
  .map(({ hasPrice, price, hasItem, percent, minSaving, ...more }) => {
    if (more.trigger === 'under-worth') {
      const terms = { ...(percent && { percent }), ...(minSaving !== null && { minSaving }) };
      return sampleWatch(more.id, { ...more, ...terms, price: null, ...(!hasItem && { item: null }) });
    }
    const isPriced =
      PRICE_TRIGGERS.includes(more.trigger) || (OPTIONAL_PRICE_TRIGGERS.includes(more.trigger) && hasPrice);
    return sampleWatch(more.id, { ...more, price: isPriced ? price : null });
  });

const ownShop: fc.Arbitrary<Watch> = fc
  .record({ id, userId: fc.constantFrom('400', '401'), owner: written, everyMinutes: fc.constantFrom(0, 5) })
  .map(({ owner, ...more }) =>
    sampleWatch(more.id, { ...more, item: null, trigger: 'my-shop', price: null, filter: { owner, containers: true } }),
  );

/** Edits by users, in order. Each saves a feed or watch, perhaps over another, or removes an id. */
export const history = fc.array(
  fc.oneof({ weight: 5, arbitrary: watch }, { weight: 5, arbitrary: feed }, ownShop, id),
  {
    minLength: 15,
    maxLength: 90,
    size: 'max',
  },
);

const fields = {
  owner: anyOwner,
  location,
  side: fc.constantFrom<Shop['side'][]>('ask', 'ask', 'ask', 'bid', 'bid', null),
  price: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 16 }) }, fc.constantFrom(0.1, 0.5, 2.25)),
  remaining: anyStock,
  item: goods,
};
const shop: fc.Arbitrary<Shop> = fc.record(fields).map((more) => sampleShop(1, more));

/** A market of a few shops, and the trades since its snapshot. */
export const market = fc
  .array(fc.record({ ...fields, side: fc.constantFrom<Shop['side'][]>('ask', 'ask', 'bid') }), { maxLength: 6 })
  .map((shops) => shops.map((more, at) => sampleShop(at + 2, more)))
  .chain((shops) => fc.record({ shops: fc.constant(shops), trades: tradesOf(shops) }));

const trade: fc.Arbitrary<Trade> = fc.record({
  kind: fc.constantFrom<Trade['kind'][]>('purchase', 'sale'),
  at: fc.constant(NOW),
  item: anyItem,
  moved: fc.integer({ min: 1, max: 5 }),
  paid: fc.integer({ min: 0, max: 16 }),
  sign: fc.constant(null),
  location,
});

const auctioned = fc
  .record({ item: anyItem, sold: fc.integer({ min: 1, max: 5 }), finalBid: fc.integer({ min: 0, max: 16 }) })
  .map((auction): Change => ({ kind: 'auctioned', at: NOW, auction: { kind: 'auction', at: NOW, ...auction } }));

/** One shop in two snapshots that differ enough to make a change. */
const changed: fc.Arbitrary<Change> = fc
  .record({
    before: shop,
    other: shop,
    of: fc.subarray<keyof typeof fields>(['owner', 'side', 'price', 'remaining', 'item'], {
      minLength: 1,
      maxLength: 3,
    }),
  })
  .map(({ before, other, of }) => {
    const differing = Object.fromEntries(of.map((field) => [field, other[field]]));
    return changeBetween(before, sampleShop(1, { ...before, ...differing }), NOW);
  })
  .filter((between) => between !== null);

const ban: fc.Arbitrary<Change> = fc.tuple(shop, painting).map(
  ([at, item]): Change => ({
    kind: 'banned',
    at: NOW,
    shop: { ...at, item },
    canvas: item.identity.variant?.canvas ?? '',
  }),
);

export const change: fc.Arbitrary<Change> = fc.oneof(
  auctioned,
  fc.tuple(trade, fc.option(shop)).map(([of, at]): Change => ({ kind: 'traded', at: NOW, trade: of, shop: at })),
  shop.map((listed): Change => ({ kind: 'listed', at: NOW, shop: listed })),
  { weight: 10, arbitrary: changed },
  shop.map((before): Change => ({ kind: 'removed', at: NOW, before })),
  ban,
);
