import type { Language } from '../../../language/language.ts';
import { formatDiamonds, formatGivenDiamonds, formatPrice } from '../../../language/number.ts';
import { type Auction, type Change, changedShop } from '../../../market/change.ts';
import { contentsOf } from '../../../market/item/contents.ts';
import type { Item } from '../../../market/item/item.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import {
  formatAgainstWorth,
  formatFromHome,
  formatPlace,
  formatStandingWithWorth,
  type Inside,
  insideEvent,
  placeInPush,
} from '../words/format-offer.ts';
import { formatLandmark } from '../words/format-place.ts';
import { stamp } from '../words/text.ts';
import { isWatch } from './asked-by.ts';
import { changeOf } from './event-kinds.ts';
import {
  type EventWording,
  formatOwnTrade,
  formatPaid,
  LIST_VOICE,
  MARKDOWN_VOICE,
  nameGoods,
  nameItem,
  PUSH_VOICE,
  type Voice,
} from './format-goods.ts';
import { formatShopChange } from './format-shop.ts';

/**
 * The texts of equal events that are shown as one. All but the headline are markdown.
 */
export interface EventTexts {
  /** The event as plain text, for the push. */
  readonly headline: string;
  /** The event without its facts. */
  readonly title: string;
  /** The event and its facts in one line. */
  readonly line: string;
  /** The event and its facts in two lines. */
  readonly row: string;
  /** The event and only its place, for a list that would be too high for a phone. */
  readonly shortRow: string;
  /** The facts. */
  readonly lines: readonly string[];
  /** The facts that a headline directly above them does not contain. */
  readonly linesUnderHeadline: readonly string[];
  readonly colour: number;
  readonly item: Item;
}

/** Limits the headline to three lines of a phone's notification. */
const PUSH_WITH_PLACE_CHARACTERS = 120;

const EVENT_COLOURS = { auction: 0xe0a526, purchase: 0x3ba55d, sale: 0x4a90d9 };

/**
 * Formats notices of equal changes (see `eventKey`) as one, such as
 * `192 × Diamond: 3 purchases · 12 diamonds · 0.063 each`.
 *
 * @param group at least one notice of a change or a sample
 */
export function formatEvents(group: readonly NoticeInContext[], language: Language): EventTexts {
  const changes = group.map(changeOf);
  const [first] = group;
  const latest = changes.at(-1);
  if (!first || !latest) throw new RangeError('an event without a change');
  const { say, lines, linesUnderPush = lines, short, colour, item } = wordEvent(latest, changes, first, language);
  const sentenceFor = (voice: Voice) => {
    const sentence = say(voice);
    return first.notice.cause.kind === 'sample' ? language.say('alert.sample', { headline: sentence }) : sentence;
  };
  const inList = sentenceFor(LIST_VOICE);
  const line = [inList, ...lines].join(' · ');
  const row = formatEventRow(inList, [...short, ...lines.filter((fact) => !short.includes(fact))]);
  const shortRow = formatEventRow(inList, short);
  const headline = formatPush(sentenceFor(PUSH_VOICE), latest, first, language);
  return {
    headline,
    title: sentenceFor(MARKDOWN_VOICE),
    line,
    row,
    shortRow,
    lines,
    linesUnderHeadline: linesUnderPush,
    colour,
    item,
  };
}

/** Formats a row of a list with its facts in small print. The place comes first, where phones do not break its line. */
function formatEventRow(sentence: string, facts: readonly string[]): string {
  return facts.length === 0 ? sentence : `${sentence}\n-# ${facts.join(' · ')}`;
}

/**
 * Adds the place to the push of a watch if it fits. News of the user's own shop always has the place, and says that the
 * shop is theirs unless the sentence does.
 */
function formatPush(sentence: string, change: Change, entry: NoticeInContext, language: Language): string {
  if (!entry.subscriptions.every(isWatch) || change.kind === 'auctioned') return sentence;
  const { location } = change.kind === 'traded' ? change.trade : changedShop(change);
  const placed = `${sentence} · ${placeInPush(location)}`;
  if (isOfOwnShop(entry)) {
    return change.kind === 'traded' ? placed : language.say('alert.your-shop', { headline: placed });
  }
  return placed.length <= PUSH_WITH_PLACE_CHARACTERS ? placed : sentence;
}

/** Returns whether a notice is about a shop of the watch's user. An undercutting offer is another owner's. */
export function isOfOwnShop({ subscriptions, undercuts }: NoticeInContext): boolean {
  return undercuts === undefined && subscriptions.some((one) => isWatch(one) && one.trigger === 'my-shop');
}

/** Returns a key that is equal for changes that are shown as one, because their texts differ only in counts. */
export function eventKey(change: Change): string {
  if (change.kind === 'traded') {
    const { trade } = change;
    const { x, y, z, world } = trade.location;
    return ['traded', trade.kind, goodsKey(trade.item), trade.paid / trade.moved, x, y, z, world].join(' ');
  }
  if (change.kind === 'auctioned') {
    const { auction } = change;
    return ['auctioned', goodsKey(auction.item), auction.sold, auction.finalBid].join(' ');
  }
  const shop = changedShop(change);
  return [change.kind, shop.id, shop.price, ...(change.kind === 'banned' ? [change.canvas] : [])].join(' ');
}

/** Returns a key that is equal for goods with the same text, contents included. */
export function goodsKey(item: Item): string {
  const inside = [...contentsOf(item)].map((held) => `${namedKey(held)} ${held.quantity}`);
  return [namedKey(item), ...inside].join(' ');
}

/**
 * Returns a key that is equal for items with the same name. A signed item has a plain one's identity but its own name.
 */
export function namedKey({ identity, condition }: Item): string {
  const shown = identity.variant?.shown;
  return shown === undefined && condition === undefined
    ? identity.key
    : JSON.stringify([identity.key, shown, condition?.damaged, condition?.signedBy]);
}

function wordEvent(latest: Change, all: readonly Change[], entry: NoticeInContext, language: Language): EventWording {
  if (latest.kind === 'auctioned') return wordAuctions(latest, all, entry, language);
  if (latest.kind === 'traded') return wordTrades(latest, all, entry, language);
  const { cause } = entry.notice;
  const hasOldStock = cause.kind === 'change' && cause.hasOldStock === true;
  const listedWith = cause.kind === 'change' ? cause.listedWith : undefined;
  return formatShopChange(latest, { ...entry, hasOldStock, listedWith }, language);
}

function wordAuctions(
  { auction }: Change & { kind: 'auctioned' },
  all: readonly Change[],
  entry: NoticeInContext,
  language: Language,
): EventWording {
  const { item, sold, finalBid } = auction;
  const cheapest = formatCheapestShop(auction, entry, language);
  const times = all.length;
  const inside = insideEvent(auction, askedFilters(entry));
  const deal = { times, count: times * sold, paid: times * finalBid };
  // If each auction sold one item, the unit price is the bid.
  const isBidHidden = times > 1 && (sold > 1 || inside !== null);
  const bid = isBidHidden
    ? [language.say('alert.each-time', { diamonds: formatGivenDiamonds(finalBid, language) })]
    : [];
  return {
    say: (voice) => formatPaid('auction', nameGoods(item, inside, voice, language), deal, voice, language),
    lines: [
      [
        formatEventFacts([...bid, ...formatInner(inside, language), formatTimes(all)], deal, inside, entry, language),
        ...cheapest,
      ].join(' · '),
    ],
    short: [],
    colour: EVENT_COLOURS.auction,
    item,
  };
}

function wordTrades(
  { trade, shop }: Change & { kind: 'traded' },
  all: readonly Change[],
  entry: NoticeInContext,
  language: Language,
): EventWording {
  const { kind, item, location } = trade;
  const trades = all.flatMap((change) => (change.kind === 'traded' ? [change.trade] : []));
  const deal = {
    times: trades.length,
    count: trades.reduce((sum, { moved }) => sum + moved, 0),
    paid: trades.reduce((sum, { paid }) => sum + paid, 0),
  };
  const inside = insideEvent(trade, askedFilters(entry));
  const placed = formatPlace(location, shop?.owner ?? null, language);
  const place = [placed, ...formatFromHome(entry.home, location, language)].join(' · ');
  return {
    say: (voice) => {
      const name = nameGoods(item, inside, voice, language);
      return isOfOwnShop(entry)
        ? formatOwnTrade(kind, name, deal, voice, language)
        : formatPaid(kind, name, deal, voice, language);
    },
    lines: [
      formatEventFacts([...formatInner(inside, language), formatTimes(all)], deal, inside, entry, language),
      place,
      ...formatLandmark(location, language),
    ],
    short: [place],
    colour: EVENT_COLOURS[kind],
    item,
  };
}

/**
 * Formats the facts about an auction in one line, such as `4% over worth (3.37 each) · Cheapest shop: 3.20 each`.
 *
 * @returns the line, or null if there are no facts
 */
export function formatAuctionNote(entry: NoticeInContext, language: Language): string | null {
  const change = changeOf(entry);
  if (change.kind !== 'auctioned') throw new RangeError(`${change.kind} is no auction`);
  const { auction } = change;
  const inside = insideEvent(auction, askedFilters(entry));
  const worth = inside === null ? formatStandingWithWorth(auction.finalBid / auction.sold, entry.worth, language) : [];
  const facts = [...formatInner(inside, language), ...worth, ...formatCheapestShop(auction, entry, language)];
  return facts.length === 0 ? null : facts.join(' · ');
}

function formatCheapestShop({ sold }: Auction, { cheapest }: NoticeInContext, language: Language): string[] {
  if (cheapest === undefined) return [];
  const each = language.say('offer.unit', { price: formatPrice(cheapest, language) });
  return [language.say('alert.cheapest-shop', { price: sold === 1 ? formatDiamonds(cheapest, language) : each })];
}

function askedFilters({ subscriptions }: NoticeInContext) {
  return subscriptions.map(({ filter }) => filter);
}

/** Joins the facts, and compares the unit price to the worth. */
function formatEventFacts(
  facts: readonly string[],
  { paid, count }: { readonly paid: number; readonly count: number },
  inside: Inside | null,
  { worth }: NoticeInContext,
  language: Language,
): string {
  return `${facts.join(' · ')}${inside === null ? formatAgainstWorth(paid / count, worth, language) : ''}`;
}

/** Formats the unit price of a container's contents. */
function formatInner(inside: Inside | null, language: Language): string[] {
  if (inside === null || inside.unitPrice === null) return [];
  const item = nameItem(inside.contained, MARKDOWN_VOICE, language);
  return [language.say('alert.one-inside', { diamonds: formatDiamonds(inside.unitPrice, language), item })];
}

function formatTimes(changes: readonly Change[]): string {
  const times = changes.map((change) => change.at);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  return Math.floor(from / 60_000) === Math.floor(to / 60_000) ? stamp(to) : `${stamp(from, 't')}–${stamp(to, 't')}`;
}
