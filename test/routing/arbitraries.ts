import fc from 'fast-check';
import type { Change } from '../../src/market/change.ts';
import type { Trade } from '../../src/market/event.ts';
import type { Filter } from '../../src/market/filter.ts';
import type { ItemChoice } from '../../src/market/item.ts';
import type { Shop } from '../../src/market/shop.ts';
import { FEED_KINDS, type Feed } from '../../src/routing/feed.ts';
import { WATCH_TRIGGERS, type Watch } from '../../src/routing/watch.ts';
import { anyItem, identity, location, OWNERS, WORLDS } from '../market/arbitraries.ts';
import { shop as sampleShop } from '../market/samples.ts';
import { feed as sampleFeed, watch as sampleWatch } from './samples.ts';

export const NOW = 10_000;

const choice: fc.Arbitrary<ItemChoice> = fc.oneof(
  { weight: 3, arbitrary: identity.map(({ type }) => ({ type })) },
  identity.map(({ type, key }) => ({ type, key })),
);
const some = fc.integer({ min: 0, max: 6 });
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
    maxPrice: some,
    minPrice: some,
    minStock: some,
  };
  return fc.record(fields, { requiredKeys: [] });
}

const id = fc.integer({ min: 0, max: 40 }).map(String);

const feed: fc.Arbitrary<Feed> = fc
  .record({
    id,
    channelId: fc.constantFrom('200', '201'),
    kind: fc.constantFrom(...FEED_KINDS),
    filter: fc.tuple(filter, fc.option(choice)).map(([rest, item]) => (item ? { ...rest, item } : rest)),
    minValue: fc.constantFrom(0, 0, 4),
    everyMinutes: fc.constantFrom(0, 5),
    paused: fc.constantFrom(false, false, true),
  })
  .map((more) => sampleFeed(more.id, more));

const watch: fc.Arbitrary<Watch> = fc
  .record({
    id,
    userId: fc.constantFrom('400', '401'),
    item: choice,
    trigger: fc.constantFrom(...WATCH_TRIGGERS),
    price: fc.option(fc.integer({ min: 0, max: 16 }).map((halves) => halves / 2)),
    filter,
    expiresAt: fc.constantFrom(null, null, NOW, NOW + 1),
    paused: fc.constantFrom(false, false, true),
  })
  .map((more) => sampleWatch(more.id, more));

/** What people did, in order: a feed or watch put (perhaps in place of another), or an id removed. */
export const history = fc.array(fc.oneof({ weight: 5, arbitrary: watch }, { weight: 3, arbitrary: feed }, id), {
  minLength: 15,
  maxLength: 90,
  size: 'max',
});

const shop: fc.Arbitrary<Shop> = fc
  .record({
    owner: fc.constantFrom(...OWNERS),
    location,
    side: fc.constantFrom<Shop['side'][]>('ask', 'ask', 'ask', 'bid', null),
    price: fc.integer({ min: 0, max: 16 }),
    remaining: fc.integer({ min: 0, max: 9 }),
    item: anyItem,
  })
  .map((more) => sampleShop(1, more));

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

export const change: fc.Arbitrary<Change> = fc.oneof(
  auctioned,
  fc.tuple(trade, fc.option(shop)).map(([of, at]): Change => ({ kind: 'traded', at: NOW, trade: of, shop: at })),
  shop.map((listed): Change => ({ kind: 'listed', at: NOW, shop: listed })),
  fc
    .tuple(fc.constantFrom('restocked', 'sold-out', 'price-changed'), shop, shop)
    .map(([kind, now, before]): Change => ({ kind, at: NOW, shop: now, before })),
  shop.map((before): Change => ({ kind: 'removed', at: NOW, before })),
);
