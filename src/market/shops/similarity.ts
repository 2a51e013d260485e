import { contentsOf } from '../item/contents.ts';
import type { Identity, Item } from '../item/item.ts';
import type { Market } from '../market.ts';
import { isSameOwner } from '../player.ts';
import type { Shop } from './shop.ts';
import { isSamePlace } from './shops-by-place.ts';

/** Returns the key under which an item of the later snapshot is compared with keys of the earlier one. */
export type LaterKey = (identity: Identity) => string;

/**
 * Rounds of pairing the shops of one place, owner, side and type, most similar first. Two shops pair in the first round
 * in which both have the same text. Unknown variants pair with known ones before they pair with each other, because no
 * other order pairs as many shops.
 */
export const PAIRING_ROUNDS: readonly PairingRound[] = [
  { before: ifKnown(offerAndStock), now: ifKnown(offerAndStock) },
  { before: ifKnown(offer), now: ifKnown(offer) },
  { before: ifKnown(goods), now: ifKnown(goods) },
  { before: ifKnown(keyAndPrice), now: ifKnown(keyAndPrice) },
  { before: ifKnown(keyOnly), now: ifKnown(keyOnly) },
  { before: ifKnown(priceOnly), now: ifUnknown(priceOnly) },
  { before: ifKnown(emptyText), now: ifUnknown(emptyText) },
  { before: ifUnknown(priceOnly), now: ifKnown(priceOnly) },
  { before: ifUnknown(emptyText), now: ifKnown(emptyText) },
  { before: ifUnknown(priceOnly), now: ifUnknown(priceOnly) },
  { before: ifUnknown(emptyText), now: ifUnknown(emptyText) },
];

type RoundText = (shop: Shop, keyOf: LaterKey) => string | null;

export interface PairingRound {
  readonly before: RoundText;
  readonly now: RoundText;
}

/** Whether both shops share place, owner, side and possibly goods. An unknown variant may match any. */
export function isSameStand(before: Shop, shop: Shop, laterKey: LaterKey = identityKey): boolean {
  return (
    isSamePlace(before.location, shop.location) &&
    isSameOwner(before.owner, shop.owner) &&
    before.side === shop.side &&
    areSameGoods(before.item, shop.item, laterKey)
  );
}

/**
 * Whether an id still means the same shop: at least two of place, owner and goods are unchanged. This covers a changed
 * sign, a moved shop and a new owner. With fewer matches, the service has given the id to another shop.
 */
export function isSameById(before: Shop, shop: Shop, laterKey: LaterKey = identityKey): boolean {
  if (before.id !== shop.id) return false;
  const same = [
    isSamePlace(before.location, shop.location),
    isSameOwner(before.owner, shop.owner),
    areSameGoods(before.item, shop.item, laterKey),
  ];
  return same.filter(Boolean).length >= 2;
}

/** Returns how much two shops differ, 0 for identical ones: the index of the round in which they would pair. */
export function shopDifference(before: Shop, shop: Shop): number {
  if (!isSameStand(before, shop)) return PAIRING_ROUNDS.length + (isSameById(before, shop) ? 0 : 1);
  return PAIRING_ROUNDS.findIndex((round) => {
    const text = round.before(before, identityKey);
    return text !== null && text === round.now(shop, identityKey);
  });
}

/**
 * Whether both items may be the same goods. An unknown variant matches any, and contents are ignored because each sale
 * changes them.
 */
export function areSameGoods({ identity: then }: Item, { identity: now }: Item, laterKey: LaterKey): boolean {
  if (then.type !== now.type) return false;
  return then.variant === null || now.variant === null || then.key === laterKey(now);
}

export function identityKey({ key }: Identity): string {
  return key;
}

/** Orders by id. A shop that the last snapshot lacked may share its id with another. */
export function compareById(a: Shop, b: Shop): number {
  return a.id - b.id || (offerAndStock(a, identityKey) < offerAndStock(b, identityKey) ? -1 : 1);
}

function ifKnown(text: RoundText): RoundText {
  return (shop, key) => (shop.item.identity.variant === null ? null : text(shop, key));
}

function ifUnknown(text: RoundText): RoundText {
  return (shop, key) => (shop.item.identity.variant === null ? text(shop, key) : null);
}

function offerAndStock(shop: Shop, key: LaterKey): string {
  return `${shop.remaining} ${offer(shop, key)}`;
}

function offer(shop: Shop, key: LaterKey): string {
  return `${priceOnly(shop)} ${goods(shop, key)}`;
}

/** Describes the item and its contents, in any order. */
function goods({ item }: Shop, key: LaterKey): string {
  if (item.contents.length === 0) return key(item.identity);
  const held = [...contentsOf(item)].map(({ identity, quantity }) => `${key(identity)} ${quantity}`);
  return [key(item.identity), ...held.sort()].join(', ');
}

function keyAndPrice(shop: Shop, key: LaterKey): string {
  return `${priceOnly(shop)} ${keyOnly(shop, key)}`;
}

function keyOnly({ item }: Shop, key: LaterKey): string {
  return key(item.identity);
}

function priceOnly({ price, item }: Shop): string {
  return `${price} for ${item.quantity}`;
}

function emptyText(): string {
  return '';
}

/**
 * Finds a shop in the current market, under whatever id, by the rules of `pairShops`. A shop that a doubted snapshot
 * lacks still exists.
 * @param reported the shop as it was in an earlier snapshot
 * @returns the shop, or undefined if it is gone
 */
export function findCurrentShop(
  reported: Shop,
  market: Pick<Market, 'shop' | 'shopsAt' | 'missing'>,
): Shop | undefined {
  const stands = market.shopsAt(reported.location).filter((shop) => isSameStand(reported, shop));
  const compareById = (shop: Shop) => [shop.id === reported.id ? 0 : 1, shopDifference(reported, shop), shop.id];
  const [stand] = stands.sort((a, b) => compareLists(compareById(a), compareById(b)));
  if (stand !== undefined) return stand;
  return [market.shop(reported.id), market.missing.get(reported.id)].find(
    (shop) => shop !== undefined && isSameById(reported, shop),
  );
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  return a.map((n, at) => n - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
