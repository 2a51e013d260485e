import type { Language } from '../../../language/language.ts';
import { formatDiamonds, formatPrice, formatWhole, pricesApart } from '../../../language/number.ts';
import { changedShop, type ShopChange } from '../../../market/change.ts';
import { coversPartOfStock, type Deal, USUAL_PURCHASE_DIAMONDS } from '../../../market/deals/deal.ts';
import type { Filter } from '../../../market/search/filter.ts';
import { hasRestocked } from '../../../market/shops/difference.ts';
import { type Shop, UNLIMITED } from '../../../market/shops/shop.ts';
import { unitPriceOf } from '../../../market/shops/unit-price.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import type { ListedWith } from '../../../routing/notice.ts';
import { findNewlyBanned } from '../../../routing/shop-news.ts';
import {
  asMarkdown,
  asPlainText,
  formatAgainstWorth,
  formatFromHome,
  formatInStock,
  formatRoom,
  type Inside,
  insideShop,
  placeFirst,
  sayOffer,
  sayStanding,
} from '../words/format-offer.ts';
import { formatLandmark } from '../words/format-place.ts';
import { andMore, code, safe, stamp } from '../words/text.ts';
import { newsOf, newsSentence, type ShopNews, unitPrices } from './event-kinds.ts';
import { type EventWording, LIST_VOICE, nameGoods, PUSH_VOICE, type Voice } from './format-goods.ts';

const MOST_CANVASES = 3;
/** Limits the headline to two lines of a phone's notification. */
const PUSH_WITH_LOWEST_CHARACTERS = 90;
const SHOP_COLOURS = { shop: 0x9b6dd6, banned: 0xd9534f };

/** News of ended offers, whose prices are not shown. */
const ENDED_NEWS: readonly ShopNews[] = ['gone', 'sold-out'];

/** Formats a shop's news as `Slime Block: new offer · 32 for 3 diamonds · 0.094 each`, with its stock and place. */
export function formatShopChange(
  change: ShopChange,
  entry: Pick<
    NoticeInContext,
    'subscriptions' | 'worth' | 'lowestInDays' | 'undercuts' | 'deal' | 'hasOpenVariant' | 'home'
  > & {
    readonly hasOldStock?: boolean;
    readonly listedWith?: ListedWith | undefined;
  },
  language: Language,
): EventWording {
  const { deal, worth, lowestInDays, hasOpenVariant, hasOldStock = false, listedWith } = entry;
  const shop = changedShop(change);
  const news = newsOf(change, entry);
  const [first] = news;
  const inside = insideShop(shop, goodsFilters(entry));
  const isOver = ENDED_NEWS.includes(first);
  const unitPrice = deal?.unitPrice ?? (inside === null ? unitPriceOf(shop) : null);
  const facts = [
    ...(deal === undefined ? [] : [formatSaving(deal, language)]),
    ...(isOver || hasOldStock ? [] : formatStockChange(change, language)),
    ...(shop.side === null ? [language.say('alert.kind-of-shop', { kind: safe(shop.kind, 40) })] : []),
    stamp(change.at),
  ];
  const lowest = lowestInDays === undefined || isOver ? null : language.say('standing.lowest', { n: lowestInDays });
  const room = hasOldStock ? '' : formatRoom(shop, shop.remaining, language);
  const key = newsSentence(change, news);
  const saysStanding = deal !== undefined && key === 'alert.deal' && listedWith === undefined;
  const standing = saysStanding
    ? ` · ${language.say('alert.worth', { worth: formatPrice(deal.worth, language) })}`
    : unitPrice === null || isOver
      ? ''
      : formatAgainstWorth(unitPrice, deal?.worth ?? worth, language);
  const lead = `${facts.join(' · ')}${room}${standing}`;
  const place = [placeFirst(shop, language), ...formatFromHome(entry.home, shop.location, language)].join(' · ');
  const short = [place, ...(first === 'banned' ? formatPaintings(change, language) : [])];
  const details = [
    ...short,
    ...(isOver ? [] : formatLandmark(shop.location, language)),
    ...(listedWith?.shops ?? []).map((next) =>
      formatNext(shop, { kind: 'listed', at: change.at, shop: next }, entry, language),
    ),
  ];
  const say = (voice: Voice) => {
    const item = nameGoods(shop.item, inside, voice, language, { hasOpenVariant, isOffer: true });
    const offer = formatShopPrice(change, inside, entry, voice, language);
    if (listedWith === undefined) {
      const standing = deal === undefined ? null : sayStanding(deal.unitPrice, deal.worth, language);
      const sentence =
        key === 'alert.deal'
          ? language.say(key, { item, price: offer, standing: standing ?? '' })
          : language.say(key, { item, price: offer });
      return saysLowest(sentence, lowest, voice) ? `${sentence} · ${lowest}` : sentence;
    }
    const things = language.say(`alert.n-${first}`, { n: listedWith.count });
    return language.say('alert.best-of', { things, item, price: offer });
  };
  return {
    say,
    lines: [`${lead}${lowest === null ? '' : ` · **${lowest}**`}`, ...details],
    ...(lowest !== null && say(PUSH_VOICE).endsWith(` · ${lowest}`) && { linesUnderPush: [lead, ...details] }),
    short,
    colour: first === 'banned' ? SHOP_COLOURS.banned : SHOP_COLOURS.shop,
    item: shop.item,
  };
}

/** Returns whether the sentence also says that the price is the lowest: only in a push, if it fits two lines. */
function saysLowest(sentence: string, lowest: string | null, voice: Voice): boolean {
  return lowest !== null && voice === PUSH_VOICE && `${sentence} · ${lowest}`.length <= PUSH_WITH_LOWEST_CHARACTERS;
}

/**
 * Formats a line for one of the next best shops of a flood. It names the item and the kind of news only if they differ
 * from the best shop's.
 */
function formatNext(
  best: Shop,
  change: Extract<ShopChange, { kind: 'listed' }>,
  { subscriptions }: Pick<NoticeInContext, 'subscriptions'>,
  language: Language,
): string {
  const { shop } = change;
  const inside = insideShop(
    shop,
    subscriptions.map(({ filter }) => filter),
  );
  const isSame = shop.side === best.side && shop.item.identity.key === best.item.identity.key;
  const offer = isSame
    ? formatShopPrice(change, inside, { subscriptions }, LIST_VOICE, language)
    : formatShopChange(change, { subscriptions, worth: null }, language).say(LIST_VOICE);
  const room = formatRoom(shop, shop.remaining, language);
  return `- ${[offer, ...formatStockChange(change, language)].join(' · ')}${room} · ${placeFirst(shop, language)}`;
}

/** Formats an offer as `32 for 3 diamonds · 0.094 each (was 32 for 4 diamonds)`. */
function formatShopPrice(
  change: ShopChange,
  inside: Inside | null,
  { undercuts, ...entry }: Pick<NoticeInContext, 'subscriptions' | 'undercuts' | 'deal'>,
  { isBold }: Voice,
  language: Language,
): string {
  const shop = changedShop(change);
  const rivals = undercuts === undefined ? [] : [undercuts, unitPriceOf(shop)];
  const prices = pricesApart(rivals, language);
  const offer = sayOffer(shop, inside, language, { prices, namesUnit: false });
  // The goods' name already says that the box is mixed.
  const shownOffer = inside?.unitPrice === null ? { ...offer, unit: null } : offer;
  const price = isBold ? asMarkdown(shownOffer) : asPlainText(shownOffer);
  if (undercuts !== undefined) {
    const yours = language.say('offer.unit', { price: prices.get(undercuts) ?? '' });
    return language.say('alert.yours', { price, yours });
  }
  const before = formatBefore(change, goodsFilters(entry), language);
  return before === null ? price : language.say('alert.was', { price, before });
}

/** Returns the filters that name the goods. A deal's contents count as asked for, even if no filter names them. */
export function goodsFilters({
  subscriptions,
  deal,
}: Pick<NoticeInContext, 'subscriptions' | 'deal'>): readonly Filter[] {
  return deal?.contained ? [{ item: deal.identity, containers: true }] : subscriptions.map(({ filter }) => filter);
}

/** Formats `saves 10 diamonds on 48`, and for a larger stock also the limit that the saving was computed for. */
function formatSaving(deal: Deal, language: Language): string {
  const saving = { diamonds: formatDiamonds(deal.saving, language), count: formatWhole(deal.items, language) };
  if (!coversPartOfStock(deal)) return language.say('alert.saves', saving);
  return language.say('alert.saves-usual', { ...saving, most: formatDiamonds(USUAL_PURCHASE_DIAMONDS, language) });
}

/** Formats the offer before its price changed, as short as comparable, or returns null if the price is the same. */
function formatBefore(change: ShopChange, filters: readonly Filter[], language: Language): string | null {
  if (change.kind !== 'price-changed') return null;
  const prices = unitPrices(change, filters);
  if (prices === null || prices.was === prices.is) return null;
  const { before, shop } = change;
  const inside = insideShop(before, filters);
  const offer = sayOffer(before, inside, language);
  if (inside !== null && inside.unitPrice !== null) return offer.unit;
  return before.item.quantity === shop.item.quantity ? offer.bundle : asPlainText(offer);
}

function formatStockChange(change: ShopChange, language: Language): string[] {
  const shop = changedShop(change);
  const { side, remaining } = shop;
  if (side === 'bid') return [];
  const hasRisen = 'before' in change && change.kind !== 'removed' && hasRestocked(change.before, change.shop);
  if (!hasRisen || remaining === UNLIMITED) return [formatInStock(remaining, false, language)];
  const [count, before] = [formatWhole(remaining, language), formatWhole(change.before.remaining, language)];
  return [language.say('alert.stock-rose', { count, before })];
}

/**
 * Lists the ids of the paintings in a notice of a banned one, ready to copy. In a mixed box any may be the banned one.
 */
export function formatPaintings(change: ShopChange, language: Language): string[] {
  const canvases = findNewlyBanned(change, () => true);
  if (canvases.length === 0) return [];
  const shown = canvases.slice(0, MOST_CANVASES).map((canvas) => code(canvas));
  const left = canvases.length - MOST_CANVASES;
  if (left > 0) shown.push(andMore(language)(left));
  return [language.say(canvases.length === 1 ? 'alert.painting' : 'alert.paintings', { ids: shown.join(', ') })];
}
