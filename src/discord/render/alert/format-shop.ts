import type { Language } from '../../../language/language.ts';
import { bundle, price, whole } from '../../../language/number.ts';
import { type ShopChange, shopOf } from '../../../market/change.ts';
import { displayName } from '../../../market/item/label.ts';
import { hasRestocked } from '../../../market/shops/difference.ts';
import type { Location, Shop } from '../../../market/shops/shop.ts';
import { unitPriceOf } from '../../../market/shops/unit-price.ts';
import type { NoticeInContext } from '../../../ports/messenger.ts';
import { findNewlyBanned } from '../../../routing/banned-paintings.ts';
import { formatStanding } from '../words/format-standing.ts';
import { containerBundle, containerNoun, formatContained, type Inside, insideShop } from '../words/found-inside.ts';
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
  language: Language,
): { readonly news: ShopNews; readonly title: string; readonly lines: readonly string[] } {
  const { subscriptions, worth, undercuts, hasOpenVariant } = entry;
  const shop = shopOf(change);
  const news = newsOf(change, entry);
  const [first] = news;
  const filters = subscriptions.map(({ filter }) => filter);
  const inside = insideShop(shop, filters);
  const prices = change.kind === 'price-changed' ? unitPrices(change, filters) : null;
  const before = prices === null || prices.was === prices.is ? '' : ` (was ${price(prices.was, language)})`;
  const yours = undercuts === undefined ? '' : `, yours ${price(undercuts, language)}`;
  const standing = inside === null ? formatStanding(unitPriceOf(shop), worth, language) : '';
  const facts = OVER.includes(first) ? '' : `${formatStock(change, language)}${standing}`;
  return {
    news: first,
    title: `${formatLead(change, news)}${formatGoods(shop, inside, hasOpenVariant, language)}${before}${yours}`,
    lines: [
      `${formatOffer(shop, inside, language)}${facts} · ${stamp(change.at)}`,
      formatPlace(shop, shop.location),
      ...(first === 'banned' ? formatPaintings(change) : []),
    ],
  };
}

/** ` · 0 left: may not buy` of a buyer who shows less than a bundle; what that means nobody tells, so that it bars nothing. */
export function formatRoom({ side, item }: Shop, remaining: number, language: Language): string {
  return side === 'bid' && remaining < item.quantity ? ` · ${whole(remaining, language)} left: may not buy` : '';
}

function formatStock(change: ShopChange, language: Language): string {
  const shop = shopOf(change);
  const { side, remaining } = shop;
  if (side === 'bid') return formatRoom(shop, remaining, language);
  const restocked = 'before' in change && change.kind !== 'removed' && hasRestocked(change.before, change.shop);
  return ` · ${restocked ? `${whole(change.before.remaining, language)} → ` : ''}${whole(remaining, language)} in stock`;
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
function formatGoods(
  shop: Shop,
  inside: Inside | null,
  hasOpenVariant: boolean | undefined,
  language: Language,
): string {
  const name = safe(displayName(shop.item, hasOpenVariant), NAME_LENGTH);
  const each = price(inside?.unitPrice ?? unitPriceOf(shop), language);
  if (inside === null) return `${name} at ${each} each`;
  if (inside.unitPrice === null) {
    return `${whole(inside.count, language)} × ${formatContained(inside)} in a mixed ${name}, at ${each} a ${containerNoun(shop.item)}`;
  }
  return `${formatContained(inside)} at ${each} each, in ${name}`;
}

/** `16 for 4 diamonds`, `1 box of 64 for 50 diamonds`. */
function formatOffer(shop: Shop, inside: Inside | null, language: Language): string {
  const { item } = shop;
  if (inside === null) return bundle(item.quantity, shop.price, language);
  return containerBundle(shop, inside.unitPrice === null ? null : inside.count, language);
}
