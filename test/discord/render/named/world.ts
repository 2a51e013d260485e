import fc from 'fast-check';
import type { Change } from '../../../../src/market/change.ts';
import type { Item, ItemChoice } from '../../../../src/market/item/item.ts';
import type { Filter } from '../../../../src/market/search/filter.ts';
import type { Offer } from '../../../../src/market/search/offer.ts';
import type { Shop } from '../../../../src/market/shops/shop.ts';
import type { Feed } from '../../../../src/routing/feed.ts';
import { WATCH_TRIGGERS, type Watch } from '../../../../src/routing/watch.ts';
import { watch } from '../../../routing/samples.ts';
import { BEGAN } from '../arbitraries.ts';
import { feedOf } from '../feeds.ts';
import { hostileText } from '../hostile.ts';

/** All names that are not Crier's own text: of players, of the service, or typed by users. */
const FIELDS = [
  'owner',
  'item',
  'world',
  'kind',
  'custom',
  'contained',
  'type',
  'enchantment',
  'typed',
  'why',
] as const;
export const NAMES_PER_RUN = FIELDS.length;

export type Names = Readonly<Record<(typeof FIELDS)[number], string>>;

export const names: fc.Arbitrary<Names> = fc.record({
  owner: hostileText,
  item: hostileText,
  world: hostileText,
  kind: hostileText,
  custom: hostileText,
  contained: hostileText,
  // One to 256 UTF-16 units, as the service's schema accepts.
  type: hostileText.map((text) => text.slice(0, 256) || '_'),
  enchantment: hostileText,
  typed: hostileText,
  why: hostileText,
});

/** Returns a market, feeds and watches that contain exactly these names. */
export function namedWorld({ owner, item: name, world, kind, custom, contained, type, enchantment }: Names) {
  const variant = { enchantments: [{ id: enchantment, level: 3 }], potion: null, canvas: null, customName: custom };
  const inner: Item = { identity: { key: 'a'.repeat(16), type, variant }, quantity: 9, name: contained, contents: [] };
  const titled = [
    { name: 'title', value: custom },
    { name: 'author', value: owner },
  ];
  const boxVariant = { ...variant, enchantments: [], customName: null, traits: titled };
  const identity = { key: 'b'.repeat(16), type: 'SHULKER_BOX', variant: boxVariant };
  const condition = { damaged: true as const, signedBy: contained };
  const item: Item = { identity, quantity: 3, name, contents: [inner], condition };
  const location = { x: 1, y: 64, z: -3, world };
  const shop: Shop = {
    id: 1,
    owner: { name: owner, uuid: 'u' },
    location,
    side: 'ask',
    kind,
    price: 7,
    remaining: 9,
    item,
  };
  const before = { ...shop, price: 12, remaining: 0 };
  const choice: ItemChoice = { type, key: inner.identity.key, label: custom };
  const enchantments = [{ id: enchantment, comparison: 'at-least' as const, level: 3 }];
  const place = { world, x: -12_345, z: 67_890, within: 500 };
  const filter: Filter = { item: choice, owner, notOwner: kind, ...place, maxPrice: 5, containers: true };
  const feeds: readonly Feed[] = [
    feedOf('trades', { id: 'f1', filter: { ...filter, enchantments }, paused: true }),
    feedOf('listings', { id: 'f2', filter: { item: choice, containers: true } }),
    feedOf('listings', { id: 'f3', filter: { ...place, near: owner, containers: true } }),
  ];
  const watches: readonly Watch[] = [
    ...WATCH_TRIGGERS.map((trigger) => watch(trigger, { trigger, price: 3, item: choice, filter })),
    watch('mine', { trigger: 'my-shop', item: null, filter: { owner, containers: true } }),
    watch('inside', { trigger: 'listed', price: null, item: choice, filter: { item: choice, containers: true } }),
  ];
  const trade = { at: BEGAN, item, moved: 3, paid: 7, location, sign: null };
  const changes: readonly Change[] = [
    { kind: 'auctioned', at: BEGAN, auction: { kind: 'auction', at: BEGAN, item, sold: 3, finalBid: 9 } },
    { kind: 'traded', at: BEGAN, trade: { ...trade, kind: 'purchase' }, shop },
    { kind: 'traded', at: BEGAN, trade: { ...trade, kind: 'sale' }, shop: null },
    { kind: 'listed', at: BEGAN, shop: { ...shop, side: null } },
    { kind: 'listed', at: BEGAN, shop: { ...shop, item: inner } },
    { kind: 'restocked', at: BEGAN, shop, before },
    { kind: 'sold-out', at: BEGAN, shop: before, before: shop },
    { kind: 'price-changed', at: BEGAN, shop, before },
    { kind: 'removed', at: BEGAN, before: shop },
    { kind: 'banned', at: BEGAN, shop, canvas: custom },
  ];
  const offer: Offer = {
    shop,
    inStock: true,
    remaining: 9,
    estimated: false,
    match: { unitPrice: 1, contained: inner, held: 9 },
    distance: 12,
    hasOpenVariant: true,
  };
  return { item, inner, shop, choice, filter, feeds, watches, changes, offer };
}

export type NamedWorld = ReturnType<typeof namedWorld>;
