import type { APIComponentInContainer } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { pricesApart, whole } from '../../../language/number.ts';
import { isPlainChoice } from '../../../market/prices/kind-counts.ts';
import type { Quote } from '../../../market/prices/quotes.ts';
import { PICTURE_URL } from '../../chart/price-chart.ts';
import { button } from '../layout/controls.ts';
import {
  actionable,
  COLOURS,
  card,
  gallery,
  itemThumbnail,
  type Layout,
  pictured,
  separator,
  text,
} from '../layout/layout.ts';
import { describeSoldItem } from '../words/describe.ts';
import { fitLines } from '../words/fit.ts';
import { asMarkdown, formatInStock, formatStocked, type OfferList, sayOffer } from '../words/format-offer.ts';
import { formatBasis } from '../words/format-worth.ts';
import { formatOutages, withoutStartMoments } from '../words/freshness.ts';
import { nameOfIdentity, nameOfItem } from '../words/item-name.ts';
import { placeFirst } from '../words/place.ts';
import { clip, safe, stamp, stampLately } from '../words/text.ts';
import type { PriceAnswer } from './price-answer.ts';
import { priceButtons, restId } from './price-buttons.ts';
import { formatHeadline, IN_DIAMONDS } from './price-headline.ts';
import { formatHistory, formatPurchases } from './price-history.ts';

/** Lines of each list of the details, which stay within one and a half screens of a phone. */
const LISTED = 3;
const LIST_CHARACTERS = 400;
const OUTAGES = 3;
/** Discord: of an alt text in a gallery. */
const ALT_CHARACTERS = 1_024;

/** The answer of `/price`: the headline, then the chart or the details, then the buttons. */
export function renderPrice(answer: PriceAnswer): Layout {
  const { item, view, icons, language } = answer;
  const quoted = [answer.ask, answer.bid].flatMap((quote) => (quote === null ? [] : [quote.shop]));
  const heading = `### ${describeSoldItem(item, quoted, language)}\n-# ${language.say('common.in-diamonds')}`;
  return card(
    COLOURS.neutral,
    pictured(heading, answer.thumbnail ?? itemThumbnail(icons, item.type, language)),
    text(formatHeadline(answer)),
    ...(view === 'details' ? detailsOf(answer) : chartOf(answer)),
    ...priceButtons(answer),
    text(...formatNotes(answer)),
  );
}

function chartOf(answer: PriceAnswer): (APIComponentInContainer | null)[] {
  const { chart } = answer;
  return [
    chart === null ? separator() : gallery({ url: PICTURE_URL, alt: clip(chart, ALT_CHARACTERS) }),
    text(`-# ${formatPurchases(answer)}`),
    countsOf(answer),
  ];
}

function detailsOf(answer: PriceAnswer): (APIComponentInContainer | null)[] {
  return [
    separator(),
    text(...formatShops(answer)),
    text(formatHistory(answer)),
    text(...formatWorth(answer)),
    text(...formatFilled(answer), ...formatVariants(answer)),
  ];
}

/**
 * How many shops trade the priced kind; then, named apart, how many trade the type's other kinds, filled ones, or
 * containers of it, with a button that shows all of them. Nobody is not counted: the headline says so.
 */
function countsOf(answer: PriceAnswer): APIComponentInContainer | null {
  const { counts, hasShops, language } = answer;
  if (!hasShops) return null;
  const rest = formatRest(answer);
  const { sellers, empty, buyers } = counts.own;
  if (rest.length === 0) {
    const facts = [
      ...(sellers + empty === 0 ? [] : [formatStocked(sellers, empty, language)]),
      ...(buyers === 0 ? [] : [language.say('offer.buyers', { n: buyers })]),
    ];
    return facts.length === 0 ? null : text(`-# ${facts.join(' · ')}`);
  }
  const own = formatCounts(OWN_COUNTS, ownKind(answer), { sell: sellers, buy: buyers }, language);
  const said = `-# ${language.stops([...own, ...rest])}`;
  const id = restId(answer);
  return id === null ? text(said) : actionable(said, button(language.say('price.show-them'), id));
}

function ownKind({ item, counts }: PriceAnswer) {
  if (!isPlainChoice(item)) return 'price.kind-this';
  return counts.filled > 0 ? 'price.kind-empty' : 'price.kind-plain';
}

const OWN_COUNTS = {
  both: 'price.counts',
  selling: 'price.counts-own-selling',
  buying: 'price.counts-own-buying',
} as const;
const MORE_COUNTS = {
  both: 'price.counts-more',
  selling: 'price.counts-selling',
  buying: 'price.counts-buying',
} as const;

type KindOfGoods = ReturnType<typeof ownKind> | 'price.kind-enchanted' | 'price.kind-others';

/** Counts the shops that trade a kind, without a side that has none; empty if neither has. */
function formatCounts(
  texts: typeof OWN_COUNTS | typeof MORE_COUNTS,
  of: KindOfGoods,
  { sell, buy }: { readonly sell: number; readonly buy: number },
  language: Language,
): string[] {
  const kind = language.say(of);
  if (sell === 0 && buy === 0) return [];
  if (buy === 0) return [language.say(texts.selling, { kind, sell })];
  return [sell === 0 ? language.say(texts.buying, { kind, buy }) : language.say(texts.both, { kind, sell, buy })];
}

/** `Enchanted: 3 more sell, 4 buy`, `In containers: 2 more sell`: each kind that somebody trades. */
function formatRest({ item, counts: { others, filled, containers }, language }: PriceAnswer): string[] {
  // A chosen book is enchanted itself.
  const kind = others.areEnchanted && isPlainChoice(item) ? 'price.kind-enchanted' : 'price.kind-others';
  const sold = (of: 'price.kind-filled' | 'price.kind-containers', sell: number) =>
    sell === 0 ? [] : [language.say('price.counts-selling', { kind: language.say(of), sell })];
  return [
    ...formatCounts(MORE_COUNTS, kind, { sell: others.sellers, buy: others.buyers }, language),
    ...sold('price.kind-filled', filled),
    ...sold('price.kind-containers', containers),
  ];
}

function formatShops(answer: PriceAnswer): string[] {
  const { ask, bid, unpricedBids: n, hasShops, language } = answer;
  if (!hasShops) return [];
  return [
    ...(ask === null ? [] : [formatQuote(language.say('price.buy-at'), ask, language)]),
    ...(bid === null ? [] : [formatQuote(language.say('price.sell-at'), bid, language)]),
    ...(n === 0 ? [] : [language.say('price.unpriced', { n })]),
    ...formatFull(answer),
  ];
}

/** The whole offer, as the headline may lack the price of one; its stock and place. */
function formatQuote(heading: string, { shop, remaining, estimated }: Quote, language: Language): string {
  const offer = asMarkdown(sayOffer(shop, null, language, IN_DIAMONDS));
  const stock = shop.side === 'ask' ? [formatInStock(remaining, estimated, language)] : [];
  const facts = [...stock, placeFirst(shop, language)].join(' · ');
  return `${heading} · ${offer}\n-# ${facts}`;
}

/** Containers stand apart from shops of the item itself. */
function formatFull({ full, language }: PriceAnswer): string[] {
  if (!full) return [];
  const { shop, unitPrice, count } = full;
  const facts = [
    language.say('price.in-containers'),
    asMarkdown(sayOffer(shop, { held: count, unitPrice }, language, IN_DIAMONDS)),
    language.say('offer.in-container', { container: safe(nameOfItem(shop.item, language), 60) }),
  ];
  return [`${facts.join(' · ')}\n-# ${placeFirst(shop, language)}`];
}

/** How worth, median and auctions differ, and what the worth rests on. */
function formatWorth({ worth, language }: PriceAnswer): string[] {
  const basis = worth.worth === null ? [] : [formatBasis(worth, language)];
  return [language.say('price.explained'), ...basis].map((line) => `-# ${line}`);
}

function formatFilled({ boxes, language }: PriceAnswer): string[] {
  if (!boxes || (boxes.quotes.length === 0 && boxes.mixed === 0)) return [];
  const list = listOf(boxes.quotes, language);
  const lines = boxes.quotes.map(({ identity, shop, unitPrice, count, shops }) => {
    const offer = asMarkdown(sayOffer(shop, { held: count, unitPrice }, language, list));
    return `${safe(nameOfIdentity(identity, language), 70)} · ${offer} · ${language.say('common.shops', { n: shops })}`;
  });
  const mixed = boxes.mixed > 0 ? [language.say('price.mixed', { n: boxes.mixed })] : [];
  return [language.say('price.filled'), ...listed(lines, language), ...mixed];
}

function formatVariants({ variants, language }: PriceAnswer): string[] {
  if (variants.length === 0) return [];
  const list = listOf(variants, language);
  const lines = variants.map(({ identity, shop }) => {
    return `${safe(nameOfIdentity(identity, language), 70)} · ${asMarkdown(sayOffer(shop, null, language, list))}`;
  });
  return [language.say('price.variants'), ...listed(lines, language)];
}

/** A list of offers under a heading that names the unit. */
function listOf(offers: readonly { readonly unitPrice: number }[], language: Language): OfferList {
  const shown = offers.slice(0, LISTED).map(({ unitPrice }) => unitPrice);
  return { prices: pricesApart(shown, language), namesUnit: true };
}

/** The first few, and how many more there are. */
function listed(lines: readonly string[], language: Language): string[] {
  const shown = fitLines(lines.slice(0, LISTED), LIST_CHARACTERS).split('\n');
  const more = lines.length - shown.length;
  if (lines.length === 0) return [];
  return more === 0 ? shown : [...shown, language.say('common.more', { count: whole(more, language) })];
}

/** Gaps in what is known, then the age of the data, which tells an outage that goes on. */
function formatNotes(answer: PriceAnswer): string[] {
  const { worth, mixed, outages, knownSince, hasEarlierTrades, freshness, lacksChart, isGone, now, language } = answer;
  const ended = withoutStartMoments(outages).filter(({ until }) => until !== null);
  const times = language.list(formatOutages(ended, OUTAGES, now, language));
  const since = hasEarlierTrades ? 'price.watched-since-some' : 'price.watched-since';
  const notes = [
    ...(isGone ? [language.say('price.gone')] : []),
    ...(worth.worth === null ? [formatBasis(worth, language)] : []),
    ...(times === '' ? [] : [language.say('price.gaps', { times })]),
    ...(knownSince === null ? [] : [language.say(since, { when: stampLately(knownSince, now) })]),
    ...(mixed === null ? [] : [language.say('price.kinds-mixed', { when: stamp(mixed.until, 'd') })]),
    ...(lacksChart ? [language.say('price.no-chart')] : []),
  ];
  return [...notes.map((note) => `-# ${note}`), freshness];
}
