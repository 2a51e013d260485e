import type { Language } from '../../../language/language.ts';
import { formatDiamonds, formatGivenDiamonds } from '../../../language/number.ts';
import { changedItem, changedShop, type ShopChange } from '../../../market/change.ts';
import { dealOf } from '../../../market/deals/deal.ts';
import { unitPriceOf } from '../../../market/shops/unit-price.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import { offeredPrice } from '../../../routing/better-price.ts';
import { insideEvent, insideShop } from '../words/format-offer.ts';
import { bare } from '../words/text.ts';
import { changeOf, type EventKind, eventKindOf } from './event-kinds.ts';
import { goodsKey, isOfOwnShop } from './event-text.ts';
import { formatGoods, nameGoods, type Voice } from './format-goods.ts';
import { goodsFilters } from './format-shop.ts';

/** Limits the named things. A phone's notification shows some 170 characters. */
const MOST_NAMED_THINGS = 3;
const PUSH_NAME_CHARACTERS = 40;
const BRIEF_VOICE: Voice = { name: (text, max) => bare(text, Math.min(max, PUSH_NAME_CHARACTERS)), isBold: false };

/** Classes of events with the same wording in a push, in the order of their rank. */
const THING_CLASSES = [
  'banned',
  'undercut',
  'offer',
  'wanted',
  'auction',
  'purchase',
  'sale',
  'sold-out',
  'gone',
] as const;
type ThingClass = (typeof THING_CLASSES)[number];
const URGENT_CLASSES: readonly ThingClass[] = ['banned', 'undercut'];
const ENDED_CLASSES: readonly ThingClass[] = ['sold-out', 'gone'];
/** Classes in which the player is paid, so that a higher price is better. */
const PAYING_CLASSES: readonly ThingClass[] = ['wanted', 'sale'];

/**
 * The notices of the same goods in one class.
 */
interface Thing {
  /** The notices, those of shops with the best price first. */
  readonly entries: readonly NoticeInContext[];
  readonly sentence: string;
  readonly class: ThingClass;
  /** Saving against the worth (diamonds), or 0 if unknown. */
  readonly saving: number;
  /** Relative difference of the price to the price of its watch. */
  readonly distance: number;
  /** Price or payment (diamonds). */
  readonly value: number;
}

/**
 * Names the best three things of a merged message for its push, as plain text such as `Elytra for 5 diamonds, Beacon
 * for 9 diamonds and 2 more`. They rank by saving against the worth, then by closeness to the watch's price, then by
 * value.
 *
 * @param entries at least one notice, of changes or samples
 */
export function nameThings(entries: readonly NoticeInContext[], language: Language): string {
  const things = rankThings(entries, language);
  const named = language.list(things.slice(0, MOST_NAMED_THINGS).map(({ sentence }) => sentence));
  const left = things.length - MOST_NAMED_THINGS;
  return left > 0 ? language.say('alert.things-more', { things: named, n: left }) : named;
}

/** Orders notices like `nameThings`, so that a message has the order of its push. */
export function inOrderOfPush(entries: readonly NoticeInContext[], language: Language): readonly NoticeInContext[] {
  return rankThings(entries, language).flatMap((thing) => thing.entries);
}

/** Groups notices into things, best first. */
function rankThings(entries: readonly NoticeInContext[], language: Language): readonly Thing[] {
  const alike = Map.groupBy(entries, (entry) => `${classOf(entry)} ${goodsKey(changedItem(changeOf(entry)))}`);
  return [...alike.values()].map((same) => thingOf(same, language)).sort(compareThings);
}

function classOf(entry: NoticeInContext): ThingClass {
  const kind: EventKind = eventKindOf(entry);
  return THING_CLASSES.find((one) => one === kind) ?? 'offer';
}

function compareThings(a: Thing, b: Thing): number {
  const group = (thing: Thing) =>
    URGENT_CLASSES.includes(thing.class) ? 0 : ENDED_CLASSES.includes(thing.class) ? 2 : 1;
  return group(a) - group(b) || b.saving - a.saving || compareDistances(a.distance, b.distance) || b.value - a.value;
}

/** Compares distances that may be infinite, because Infinity - Infinity is NaN. */
function compareDistances(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

function thingOf(same: readonly NoticeInContext[], language: Language): Thing {
  const of = same.map(classOf)[0] ?? 'offer';
  return of === 'auction' || of === 'purchase' || of === 'sale'
    ? paidThing(same, of, language)
    : shopThing(same, of, language);
}

/** Sums up auctions or trades of the same goods. */
function paidThing(same: readonly NoticeInContext[], of: 'auction' | 'purchase' | 'sale', language: Language): Thing {
  const [first] = same;
  const deals = same.map((entry) => paidIn(entry));
  const count = deals.reduce((sum, deal) => sum + deal.count, 0);
  const paid = deals.reduce((sum, deal) => sum + deal.paid, 0);
  const change = first && changeOf(first);
  const filters = first?.subscriptions.map(({ filter }) => filter) ?? [];
  const event = change?.kind === 'auctioned' ? change.auction : change?.kind === 'traded' ? change.trade : null;
  const inside = event && insideEvent(event, filters);
  const item =
    event === null ? '' : formatGoods(nameGoods(event.item, inside, BRIEF_VOICE, language), { count }, language);
  const price = of === 'auction' ? formatGivenDiamonds(paid, language) : formatDiamonds(paid, language);
  const worth = first?.worth ?? null;
  const gain = worth === null ? 0 : PAYING_CLASSES.includes(of) ? paid - worth * count : worth * count - paid;
  return {
    entries: same,
    sentence: language.say(`alert.thing-${first !== undefined && isOfOwnShop(first) ? AT_OWN_SHOP[of] : of}`, {
      item,
      diamonds: price,
    }),
    class: of,
    saving: Math.max(0, gain),
    distance: Math.min(...same.map((entry) => distanceToWatch(entry, paidIn(entry).paid / paidIn(entry).count))),
    value: paid,
  };
}

/** A player's purchase is a sale for the shop's owner, and vice versa. */
const AT_OWN_SHOP = { auction: 'auction', purchase: 'sale', sale: 'purchase' } as const;

function paidIn(entry: NoticeInContext): { readonly count: number; readonly paid: number } {
  const change = changeOf(entry);
  if (change.kind === 'auctioned') return { count: change.auction.sold, paid: change.auction.finalBid };
  return change.kind === 'traded' ? { count: change.trade.moved, paid: change.trade.paid } : { count: 0, paid: 0 };
}

interface OfferNotice {
  readonly entry: NoticeInContext;
  readonly change: ShopChange;
}

/**
 * Names the best shop with the same news of the same goods, and the number of shops. The latest notice of each counts.
 */
function shopThing(same: readonly NoticeInContext[], of: ThingClass, language: Language): Thing {
  const direction = PAYING_CLASSES.includes(of) ? -1 : 1;
  const priceOf = ({ change }: OfferNotice) => unitPriceOf(changedShop(change)) * direction;
  const offers = same.flatMap((entry): readonly OfferNotice[] => {
    const change = changeOf(entry);
    return change.kind === 'auctioned' || change.kind === 'traded' ? [] : [{ entry, change }];
  });
  const shops = new Map(offers.map((offer) => [changedShop(offer.change).id, offer]));
  const sorted = [...shops.values()].sort((a, b) => priceOf(a) - priceOf(b));
  const [best] = sorted;
  if (best === undefined) throw new RangeError('a thing without a shop');
  const { entry, change } = best;
  const shop = changedShop(change);
  const inside = insideShop(shop, goodsFilters(entry));
  const { quantity: count } = shop.item;
  const item = formatGoods(
    nameGoods(shop.item, inside, BRIEF_VOICE, language, { hasOpenVariant: entry.hasOpenVariant }),
    { count },
    language,
  );
  const flood = same.reduce((sum, { notice: { cause } }) => {
    return sum + (cause.kind === 'change' ? (cause.listedWith?.count ?? 1) - 1 : 0);
  }, 0);
  const n = shops.size + flood;
  // A flood's notice shows its best offer, so the others cost more.
  const isRange = flood > 0 || sorted.some((offer) => priceOf(offer) !== priceOf(best));
  const sentence = sayShop(of, item, formatDiamonds(shop.price, language), isRange, language);
  return {
    entries: offers.toSorted((a, b) => priceOf(a) - priceOf(b)).map((offer) => offer.entry),
    sentence: n === 1 ? sentence : language.say('alert.thing-shops', { thing: sentence, n }),
    class: of,
    saving: savingOf(best, of),
    distance: distanceToWatch(entry, null),
    value: shop.price,
  };
}

/** @param isRange whether `price` is the best of several */
function sayShop(of: ThingClass, item: string, price: string, isRange: boolean, language: Language): string {
  switch (of) {
    case 'banned':
    case 'undercut':
    case 'wanted':
      return language.say(isRange ? `alert.thing-${of}-from` : `alert.thing-${of}`, { item, diamonds: price });
    case 'sold-out':
    case 'gone':
      return language.say(`alert.thing-${of}`, { item });
    default:
      return language.say(isRange ? 'alert.thing-offer-from' : 'alert.thing-offer', { item, diamonds: price });
  }
}

function savingOf({ entry: { worth, deal }, change }: OfferNotice, of: ThingClass): number {
  const shop = changedShop(change);
  if (deal !== undefined && of === 'offer') return deal.saving;
  if (worth === null) return 0;
  if (of === 'wanted') return Math.max(0, (unitPriceOf(shop) - worth) * shop.item.quantity);
  return dealOf(shop, shop.remaining, () => worth, { discount: 0, minSaving: 0 })?.saving ?? 0;
}

/** Returns the price's relative difference to the nearest watch's price, or infinity without such a watch. */
function distanceToWatch({ subscriptions, ...entry }: NoticeInContext, unitPrice: number | null): number {
  const distances = subscriptions.flatMap((subscription) => {
    if (subscription.type === 'feed' || !subscription.price) return [];
    const price = unitPrice ?? offeredPrice(subscription, changeOf({ subscriptions, ...entry }))?.unitPrice ?? null;
    return price === null ? [] : [Math.abs(price / subscription.price - 1)];
  });
  return Math.min(Number.POSITIVE_INFINITY, ...distances);
}
