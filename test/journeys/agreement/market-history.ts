import fc from 'fast-check';
import type { MarketEvent } from '../../../src/market/change.ts';
import type { Filter } from '../../../src/market/search/filter.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { OPTIONAL_PRICE_TRIGGERS, PRICE_TRIGGERS, WATCH_TRIGGERS, type Watch } from '../../../src/routing/watch.ts';
import { anyItem, identity, location, OWNERS, tradesOf, WORLDS } from '../../market/arbitraries.ts';
import { shop as sampleShop } from '../../market/samples.ts';
import { watch as sampleWatch } from '../../routing/samples.ts';

/** A new snapshot or events of the stream, `afterMinutes` after the moment before. */
export interface Moment {
  readonly afterMinutes: number;
  /** The shops that are new, changed, or gone (null). The whole list is null if there is no snapshot. */
  readonly edits: readonly (readonly [id: number, shop: Shop | null])[] | null;
  readonly events: readonly MarketEvent[];
}

export interface History {
  readonly moments: readonly Moment[];
  readonly watches: readonly Watch[];
}

/** Moments and cool-downs are whole steps, so that notices debounced together belong to one moment. */
const STEP_MINUTES = 5;
const MOST_MOMENTS = 12;
/** Mostly two hours and at most half a day. All gaps fit into six days, because the journal keeps a week. */
const gap = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 24 }) }, fc.integer({ min: 1, max: 144 }));

const shop = fc
  .record({
    id: fc.integer({ min: 1, max: 8 }),
    owner: fc.constantFrom(...OWNERS),
    location,
    side: fc.constantFrom<Shop['side'][]>('ask', 'ask', 'ask', 'bid', null),
    price: fc.integer({ min: 0, max: 16 }),
    remaining: fc.integer({ min: 0, max: 9 }),
    item: anyItem,
  })
  .map(({ id, ...more }) => sampleShop(id, more));

const edit = fc.oneof(
  { weight: 5, arbitrary: shop.map((of) => [of.id, of] as const) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 8 }).map((id) => [id, null] as const) },
);

const auction = fc
  .record({ item: anyItem, sold: fc.integer({ min: 1, max: 5 }), finalBid: fc.integer({ min: 0, max: 16 }) })
  .map((of): MarketEvent => ({ kind: 'auction', at: 0, ...of }));

/** Sometimes the same event occurs twice. */
const events = fc
  .tuple(fc.array(auction, { maxLength: 2 }), tradesOf([]), fc.boolean())
  .map(([auctions, trades, twice]) => [...auctions, ...trades, ...(twice ? [...auctions, ...trades] : [])]);

const moment: fc.Arbitrary<Moment> = fc.record({
  afterMinutes: gap.map((steps) => steps * STEP_MINUTES),
  edits: fc.option(fc.array(edit, { minLength: 1, maxLength: 6 })),
  events,
});

const some = fc.integer({ min: 0, max: 8 });
const name = fc.constantFrom(...OWNERS.map((owner) => owner.name));
const filterParts = {
  enchantments: fc.constant([{ id: 'sharpness', comparison: 'at-least' as const, level: 5 }]),
  owner: name,
  notOwner: name,
  world: fc.constantFrom(...WORLDS),
  maxPrice: some,
  minPrice: some,
  minStock: some,
};
const filter: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ containers: true }) },
  fc
    .record({ containers: fc.boolean(), parts: fc.record(filterParts, { requiredKeys: [] }) })
    .map(({ containers, parts }) => ({ containers, ...parts })),
);

const choice = fc.oneof(
  { weight: 3, arbitrary: identity.map(({ type }) => ({ type })) },
  identity.map(({ type, key }) => ({ type, key })),
);

/** Each watch belongs to another user. */
const watches = fc
  .array(
    fc.record({
      item: choice,
      trigger: fc.constantFrom(...WATCH_TRIGGERS),
      price: fc.option(fc.integer({ min: 0, max: 16 }).map((halves) => halves / 2)),
      filter,
      repeat: fc.constantFrom<Watch['repeat'][]>('recurring', 'recurring', 'once'),
      cooldownMinutes: fc.constantFrom(0, 0, 5, 5, 60, 60, 60, 360),
    }),
    { minLength: 6, maxLength: 10, size: 'max' },
  )
  .map((all) => all.map((of, at) => sampleWatch(`w${at}`, { ...of, ...priceOf(of), userId: `${500 + at}` })));

/** Follows the commands: a price is required, optional or forbidden by the trigger. */
function priceOf({ trigger, price }: Pick<Watch, 'trigger' | 'price'>): Pick<Watch, 'price'> {
  if (PRICE_TRIGGERS.includes(trigger)) return { price: price ?? 4 };
  return { price: OPTIONAL_PRICE_TRIGGERS.includes(trigger) ? price : null };
}

/** At most a week of a small market, and users with watches on it. */
export const marketHistory: fc.Arbitrary<History> = fc.record({
  moments: fc.array(moment, { minLength: 3, maxLength: MOST_MOMENTS, size: 'max' }),
  watches,
});
