import { type ShopChange, shopOf } from '../../../market/change.ts';
import { displayName } from '../../../market/item/label.ts';
import { hasRestocked } from '../../../market/shops/difference.ts';
import type { Location, Shop } from '../../../market/shops/shop.ts';
import { unitPriceOf } from '../../../market/shops/unit-price.ts';
import type { NoticeInContext } from '../../../ports/messenger.ts';
import { findNewlyBanned } from '../../../routing/banned-paintings.ts';
import { formatStanding } from '../words/format-standing.ts';
import { containerBundle, containerNoun, formatContained, type Inside, insideShop } from '../words/found-inside.ts';
import { bundle, price, whole } from '../words/number.ts';
import { code, safe, stamp } from '../words/text.ts';
import { formatLead, newsOf, type ShopNews, unitPrices } from './shop-news.ts';

const NAME_LENGTH = 80;
const CANVASES = 3;

/** There is nothing left to buy: what it would cost is no news. */
const OVER: readonly ShopNews[] = ['gone', 'sold-out'];

/** What became of a shop: `New: Slime Block at 0.25 each`, with the offer and the place. */
export function formatShopChange(
  change: ShopChange,
  entry: Pick<NoticeInContext, 'subscriptions' | 'worth' | 'undercuts' | 'hasOpenVariant'>,
  locale: string,
): { readonly news: ShopNews; readonly title: string; readonly lines: readonly string[] } {
  const { subscriptions, worth, undercuts, hasOpenVariant } = entry;
  const shop = shopOf(change);
  const news = newsOf(change, entry);
  const [first] = news;
  const filters = subscriptions.map(({ filter }) => filter);
  const inside = insideShop(shop, filters);
  const prices = change.kind === 'price-changed' ? unitPrices(change, filters) : null;
  const before = prices === null || prices.was === prices.is ? '' : ` (was ${price(prices.was, locale)})`;
  const yours = undercuts === undefined ? '' : `, yours ${price(undercuts, locale)}`;
  const standing = inside === null ? formatStanding(unitPriceOf(shop), worth, locale) : '';
  const facts = OVER.includes(first) ? '' : `${formatStock(change, locale)}${standing}`;
  return {
    news: first,
    title: `${formatLead(change, news)}${formatGoods(shop, inside, hasOpenVariant, locale)}${before}${yours}`,
    lines: [
      `${formatOffer(shop, inside, locale)}${facts} · ${stamp(change.at)}`,
      formatPlace(shop, shop.location),
      ...(first === 'banned' ? formatPaintings(change) : []),
    ],
  };
}

/** ` · 0 left: may not buy` of a buyer who shows less than a bundle; what that means nobody tells, so that it bars nothing. */
export function formatRoom({ side, item }: Shop, remaining: number, locale: string): string {
  return side === 'bid' && remaining < item.quantity ? ` · ${whole(remaining, locale)} left: may not buy` : '';
}

function formatStock(change: ShopChange, locale: string): string {
  const shop = shopOf(change);
  const { side, remaining } = shop;
  if (side === 'bid') return formatRoom(shop, remaining, locale);
  const restocked = 'before' in change && change.kind !== 'removed' && hasRestocked(change.before, change.shop);
  return ` · ${restocked ? `${whole(change.before.remaining, locale)} → ` : ''}${whole(remaining, locale)} in stock`;
}

/** Owner where known, coordinates ready to copy, world. */
export function formatPlace(shop: Shop | null, location: Location): string {
  const owner = shop ? `${safe(shop.owner.name, 40)} · ` : '';
  return `${owner}${code(`${location.x} ${location.y} ${location.z}`)} ${safe(location.world, 40)}`;
}

/** The ids of the banned paintings, whole and ready to copy. Which one of a mixed box is banned is not known here. */
export function formatPaintings(change: ShopChange): string[] {
  const canvases = findNewlyBanned(change, () => true);
  const shown = canvases.slice(0, CANVASES).map((canvas) => code(canvas));
  if (canvases.length > CANVASES) shown.push(`and ${canvases.length - CANVASES} more`);
  if (canvases.length === 0) return [];
  return [`${canvases.length === 1 ? 'Painting' : 'At least one is banned:'} ${shown.join(', ')}`];
}

/** `Diamond at 0.37 each, in Shulker Box` where what was asked for is inside. */
function formatGoods(shop: Shop, inside: Inside | null, hasOpenVariant: boolean | undefined, locale: string): string {
  const name = safe(displayName(shop.item, hasOpenVariant), NAME_LENGTH);
  const each = price(inside?.unitPrice ?? unitPriceOf(shop), locale);
  if (inside === null) return `${name} at ${each} each`;
  if (inside.unitPrice === null) {
    return `${whole(inside.count, locale)} × ${formatContained(inside)} in a mixed ${name}, at ${each} a ${containerNoun(shop.item)}`;
  }
  return `${formatContained(inside)} at ${each} each, in ${name}`;
}

/** `16 for 4 diamonds`, `1 box of 64 for 50 diamonds`. */
function formatOffer(shop: Shop, inside: Inside | null, locale: string): string {
  const { item } = shop;
  if (inside === null) return bundle(item.quantity, shop.price, locale);
  return containerBundle(shop, inside.unitPrice === null ? null : inside.count, locale);
}
