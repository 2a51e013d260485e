import { contentsOf } from '../item/contents.ts';
import type { Identity, Item } from '../item/item.ts';
import type { Market } from '../market.ts';
import type { Owner, Shop } from './shop.ts';
import { isSamePlace } from './shops-by-place.ts';

/** The key by which a shop of the later snapshot is compared with the keys of the earlier one. */
export type KeyNow = (identity: Identity) => string;

/**
 * How alike two shops of one place, owner, side and type are, best first: two shops belong together in the first round
 * in which both have the same text. A shop whose variant is unknown pairs with one whose variant is known before it
 * pairs with another unknown one. No other order pairs as many.
 */
export const ROUNDS: readonly Round[] = [
  { before: ifKnown(offerAndStock), now: ifKnown(offerAndStock) },
  { before: ifKnown(offer), now: ifKnown(offer) },
  { before: ifKnown(goods), now: ifKnown(goods) },
  { before: ifKnown(keyAndPrice), now: ifKnown(keyAndPrice) },
  { before: ifKnown(keyOnly), now: ifKnown(keyOnly) },
  { before: ifKnown(priceOnly), now: ifUnknown(priceOnly) },
  { before: ifKnown(nothing), now: ifUnknown(nothing) },
  { before: ifUnknown(priceOnly), now: ifKnown(priceOnly) },
  { before: ifUnknown(nothing), now: ifKnown(nothing) },
  { before: ifUnknown(priceOnly), now: ifUnknown(priceOnly) },
  { before: ifUnknown(nothing), now: ifUnknown(nothing) },
];

type Text = (shop: Shop, keyOf: KeyNow) => string | null;

export interface Round {
  readonly before: Text;
  readonly now: Text;
}

/** Whether both stand at one place, are of one owner, trade in the same direction and may be of the same goods. */
export function isSameStand(before: Shop, shop: Shop, keyNow: KeyNow = keyOf): boolean {
  return (
    isSamePlace(before.location, shop.location) &&
    isSameOwner(before.owner, shop.owner) &&
    before.side === shop.side &&
    areSameGoods(before.item, shop.item, keyNow)
  );
}

/**
 * Whether an id still means the same shop: at least two of place, owner and goods are as they were. A sign that was
 * changed, a shop that was moved and one that was handed on stay the same shop. Where less is the same, the service
 * gave the id of a shop that is gone to another one.
 */
export function isSameById(before: Shop, shop: Shop, keyNow: KeyNow = keyOf): boolean {
  if (before.id !== shop.id) return false;
  const same = [
    isSamePlace(before.location, shop.location),
    isSameOwner(before.owner, shop.owner),
    areSameGoods(before.item, shop.item, keyNow),
  ];
  return same.filter(Boolean).length >= 2;
}

/** How much `shop` is like `before`, 0 if they are the same: the place in the order in which shops are paired. */
export function distanceOf(before: Shop, shop: Shop): number {
  if (!isSameStand(before, shop)) return ROUNDS.length + (isSameById(before, shop) ? 0 : 1);
  return ROUNDS.findIndex((round) => {
    const text = round.before(before, keyOf);
    return text !== null && text === round.now(shop, keyOf);
  });
}

/** A uuid outlives a new name. Where the service gives none, the name is all there is. */
export function ownerKey({ uuid, name }: Owner): string {
  return uuid === '' ? `name ${name?.toLowerCase()}` : uuid;
}

function isSameOwner(a: Owner, b: Owner): boolean {
  return ownerKey(a) === ownerKey(b);
}

/** An unknown variant may be any. What a box holds says nothing here: it changes with each sale. */
export function areSameGoods({ identity: then }: Item, { identity: now }: Item, keyNow: KeyNow): boolean {
  if (then.type !== now.type) return false;
  return then.variant === null || now.variant === null || then.key === keyNow(now);
}

export function keyOf({ key }: Identity): string {
  return key;
}

/** By id. A shop that the last snapshot lacked may have the id of another. */
export function inOrder(a: Shop, b: Shop): number {
  return a.id - b.id || (offerAndStock(a, keyOf) < offerAndStock(b, keyOf) ? -1 : 1);
}

function ifKnown(text: Text): Text {
  return (shop, key) => (shop.item.identity.variant === null ? null : text(shop, key));
}

function ifUnknown(text: Text): Text {
  return (shop, key) => (shop.item.identity.variant === null ? text(shop, key) : null);
}

function offerAndStock(shop: Shop, key: KeyNow): string {
  return `${shop.remaining} ${offer(shop, key)}`;
}

function offer(shop: Shop, key: KeyNow): string {
  return `${priceOnly(shop)} ${goods(shop, key)}`;
}

/** The item and what it holds, in any order. */
function goods({ item }: Shop, key: KeyNow): string {
  if (item.contents.length === 0) return key(item.identity);
  const held = [...contentsOf(item)].map(({ identity, quantity }) => `${key(identity)} ${quantity}`);
  return [key(item.identity), ...held.sort()].join(', ');
}

function keyAndPrice(shop: Shop, key: KeyNow): string {
  return `${priceOnly(shop)} ${keyOnly(shop, key)}`;
}

function keyOnly({ item }: Shop, key: KeyNow): string {
  return key(item.identity);
}

function priceOnly({ price, item }: Shop): string {
  return `${price} for ${item.quantity}`;
}

function nothing(): string {
  return '';
}

/**
 * Finds a shop as it is now, whatever id it has got since, by the same rules as `pairShops`. A shop that a doubted
 * snapshot lacks is not gone yet.
 * @param reported the shop as it was in an earlier snapshot
 * @returns undefined if it is gone
 */
export function currentShop(reported: Shop, market: Pick<Market, 'shop' | 'shopsAt' | 'missing'>): Shop | undefined {
  const stands = market.shopsAt(reported.location).filter((shop) => isSameStand(reported, shop));
  const inOrder = (shop: Shop) => [shop.id === reported.id ? 0 : 1, distanceOf(reported, shop), shop.id];
  const [stand] = stands.sort((a, b) => compare(inOrder(a), inOrder(b)));
  if (stand !== undefined) return stand;
  return [market.shop(reported.id), market.missing.get(reported.id)].find(
    (shop) => shop !== undefined && isSameById(reported, shop),
  );
}

function compare(a: readonly number[], b: readonly number[]): number {
  return a.map((n, at) => n - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
