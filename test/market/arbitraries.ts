import fc from 'fast-check';
import type { Trade } from '../../src/market/change.ts';
import { identify, unknownVariant } from '../../src/market/item/identity.ts';
import type { Identity, Item } from '../../src/market/item/item.ts';
import { type Location, type Owner, type Shop, UNLIMITED } from '../../src/market/shops/shop.ts';
import { item, shop } from './samples.ts';

/** Small worlds, so that random markets and random queries often match. */
const VARIANTS = [
  '{}',
  '{Enchantments:[{id:"sharpness",lvl:4s}]}',
  '{Enchantments:[{id:"sharpness",lvl:5s},{id:"mending",lvl:1s}]}',
  '{Potion:"healing"}',
];
/** Most items are undamaged and unsigned. */
const CONDITIONS = [undefined, undefined, undefined, undefined, { damaged: true }, { signedBy: 'Ada' }] as const;
export const TYPES = ['SLIME_BLOCK', 'ENCHANTED_BOOK', 'SHULKER_BOX', 'BUNDLE'];
export const OWNERS = [
  { name: 'Ada', uuid: '0a1b2c3d-0000-4000-8000-00000000000a' },
  { name: 'Bob', uuid: '0a1b2c3d-0000-4000-8000-00000000000b' },
  { name: 'Cleo', uuid: '0a1b2c3d-0000-4000-8000-00000000000c' },
];
/** Owners, one of whom has no name. */
export const anyOwner: fc.Arbitrary<Owner> = fc.constantFrom<Owner[]>(...OWNERS, {
  name: null,
  uuid: '0a1b2c3d-0000-4000-8000-00000000000d',
});
/** Prices of a bundle: small integers, which often repeat, and decimals. */
export const anyPrice = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 8 }) },
  fc.constantFrom(0.1, 0.5, 2.25),
);
export const anyStock = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 9 }) }, fc.constant(UNLIMITED));
export const WORLDS = ['world', 'world_nether'];

export const identity: fc.Arbitrary<Identity> = fc
  .record({ type: fc.constantFrom(...TYPES), snbt: fc.constantFrom(...VARIANTS, undefined) })
  .map(({ type, snbt }) => (snbt === undefined ? unknownVariant(type) : identify(type, snbt)));

const stack = fc
  .record({ of: identity, quantity: fc.integer({ min: 1, max: 4 }), condition: fc.constantFrom(...CONDITIONS) })
  .map(({ of, quantity, condition }) => item(of, { quantity, ...(condition && of.variant && { condition }) }));

/** Generates boxes of mixed items, and boxes with only one kind of item. */
function boxOf(inner: fc.Arbitrary<Item>): fc.Arbitrary<Item> {
  const mixed = fc.array(inner, { minLength: 1, maxLength: 3 });
  const uniform = fc
    .record({ one: inner, quantities: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }) })
    .map(({ one, quantities }) => quantities.map((quantity) => ({ ...one, quantity })));
  return fc
    .record({ box: stack, contents: fc.oneof(mixed, uniform) })
    .map(({ box, contents }) => ({ ...box, contents }));
}

const box = boxOf(stack);
export const anyItem = fc.oneof(
  { weight: 3, arbitrary: stack },
  { weight: 2, arbitrary: box },
  boxOf(fc.oneof(stack, box)),
);

export const location: fc.Arbitrary<Location> = fc.record({
  x: fc.constantFrom(-4, 0, 7),
  y: fc.constant(64),
  z: fc.constantFrom(-3, 5),
  world: fc.constantFrom(...WORLDS),
});

const shopAt = fc.record({
  id: fc.integer({ min: 0, max: 30 }),
  owner: anyOwner,
  location,
  side: fc.constantFrom<Shop['side'][]>('ask', 'ask', 'bid', null),
  price: anyPrice,
  remaining: anyStock,
  item: anyItem,
});

/** Shops of one snapshot with distinct ids. */
export const snapshot: fc.Arbitrary<Shop[]> = fc
  .uniqueArray(shopAt, { selector: ({ id }) => id, maxLength: 25, size: 'max' })
  .map((shops) => shops.map(({ id, ...more }) => shop(id, more)));

const elsewhere: fc.Arbitrary<Trade> = fc.record({
  kind: fc.constantFrom('purchase', 'sale'),
  at: fc.constant(5_000),
  item: stack,
  moved: fc.integer({ min: 1, max: 6 }),
  paid: fc.constant(3),
  sign: fc.option(fc.record({ amount: fc.integer({ min: 1, max: 4 }), price: fc.integer({ min: 0, max: 8 }) })),
  location,
});

/** Generates trades, most of which match a shop of the snapshot and its sign. */
export function tradesOf(shops: readonly Shop[]): fc.Arbitrary<Trade[]> {
  if (shops.length === 0) return fc.array(elsewhere, { maxLength: 3 });
  const there = fc.record({ shop: fc.constantFrom(...shops), trade: elsewhere }).map(({ shop: at, trade }) => ({
    ...trade,
    item: { ...at.item, contents: [] },
    sign: trade.sign && { amount: at.item.quantity, price: at.price },
    location: at.location,
  }));
  return fc.array(fc.oneof({ weight: 4, arbitrary: there }, elsewhere), { maxLength: 6 });
}
