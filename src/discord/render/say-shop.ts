import { type ShopChange, shopOf } from '../../market/change.ts';
import { hasRestocked, hasSoldOut } from '../../market/difference.ts';
import type { Filter } from '../../market/filter.ts';
import type { Item } from '../../market/item.ts';
import { displayName } from '../../market/label.ts';
import { type Match, matchShop } from '../../market/match.ts';
import type { Location, Shop } from '../../market/shop.ts';
import { unitPriceOf } from '../../market/unit-price.ts';
import type { Telling } from '../../ports/messenger.ts';
import { bundle, price, whole } from './number.ts';
import { sayStanding } from './say-standing.ts';
import { code, safe, stamp } from './text.ts';

const NAME_LENGTH = 80;

/** What became of a shop: `New: Slime Block at 0.25 each`, with the offer and the place. */
export function sayShopChange(
  change: ShopChange,
  { sources, worth, undercuts }: Pick<Telling, 'sources' | 'worth' | 'undercuts'>,
  locale: string,
): { readonly title: string; readonly lines: readonly string[] } {
  const shop = shopOf(change);
  const filters = sources.map(({ filter }) => filter);
  const lead = undercuts === undefined ? leadOf(change) : 'Undercuts you: ';
  const yours = undercuts === undefined ? '' : `, yours ${price(undercuts, locale)}`;
  const offer = bundle(shop.item.quantity, shop.price, locale);
  const facts = isOver(change) ? '' : `${sayStock(shop, locale)}${sayStanding(unitPriceOf(shop), worth, locale)}`;
  return {
    title: `${lead}${sayGoods(shop, filters, locale)}${sayBefore(change, locale)}${yours}`,
    lines: [`${offer}${facts} · ${stamp(change.at)}`, sayPlace(shop, shop.location)],
  };
}

/** Whether there is nothing left to buy: what it would cost is no news. */
function isOver(change: ShopChange): boolean {
  if (change.kind === 'price-changed') return hasSoldOut(change.before, change.shop);
  return change.kind === 'removed' || change.kind === 'sold-out';
}

/** Nobody tells what a buyer can still take. */
function sayStock({ side, remaining }: Shop, locale: string): string {
  return side === 'bid' ? '' : ` · ${whole(remaining, locale)} in stock`;
}

/** Owner where known, coordinates ready to copy, world. */
export function sayPlace(shop: Shop | null, location: Location): string {
  const owner = shop ? `${safe(shop.owner.name, 40)} · ` : '';
  return `${owner}${code(`${location.x} ${location.y} ${location.z}`)} ${safe(location.world, 40)}`;
}

/** Stock that is gone is out of stock: only the stream can say that something was sold. */
function leadOf(change: ShopChange): string {
  switch (change.kind) {
    case 'removed':
      return 'Gone: ';
    case 'banned':
      return 'Painting now banned: ';
    case 'listed':
      return change.shop.side === 'bid' ? 'Wanted: ' : 'New: ';
    case 'restocked':
      return 'Restocked: ';
    case 'sold-out':
      return 'Out of stock: ';
    case 'price-changed':
      return leadOfPrice(change.before, change.shop);
  }
}

function leadOfPrice(before: Shop, shop: Shop): string {
  if (hasSoldOut(before, shop)) return 'Out of stock: ';
  if (shop.side === 'bid') return 'Wanted: ';
  if (before.side !== shop.side || before.item.identity.key !== shop.item.identity.key) return 'New: ';
  if (unitPriceOf(shop) < unitPriceOf(before)) return 'Cheaper: ';
  return hasRestocked(before, shop) ? 'Restocked: ' : '';
}

/** `Diamond at 0.37 each, in Shulker Box` where what was asked for is inside. */
function sayGoods(shop: Shop, filters: readonly Filter[], locale: string): string {
  const found = foundIn(shop, filters);
  const name = (item: Item) => safe(displayName(item), NAME_LENGTH);
  const each = price(found?.unitPrice ?? unitPriceOf(shop), locale);
  if (found === null) return `${name(shop.item)} at ${each} each`;
  if (found.unitPrice === null) return `${name(shop.item)} with ${name(found.contained)} at ${each} each`;
  return `${name(found.contained)} at ${each} each, in ${name(shop.item)}`;
}

function foundIn(shop: Shop, filters: readonly Filter[]): (Match & { readonly contained: Item }) | null {
  for (const { item, enchantments, containers } of filters) {
    if (item === undefined) continue;
    const match = matchShop({ item, containers, ...(enchantments && { enchantments }) }, shop, shop.remaining);
    if (match?.contained) return { ...match, contained: match.contained };
  }
  return null;
}

function sayBefore(change: ShopChange, locale: string): string {
  if (change.kind !== 'price-changed') return '';
  const { before, shop } = change;
  const isSame = before.side === shop.side && before.item.identity.key === shop.item.identity.key;
  const [was, is] = [unitPriceOf(before), unitPriceOf(shop)];
  return isSame && was !== is ? ` (was ${price(was, locale)})` : '';
}
