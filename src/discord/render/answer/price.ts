import type { Language } from '../../../language/language.ts';
import { pricesApart, whole } from '../../../language/number.ts';
import type { Quote } from '../../../market/prices/quotes.ts';
import { PICTURE_URL } from '../../chart/picture/picture-name.ts';
import { itemThumbnail } from '../layout/item-thumbnail.ts';
import { card, gallery, type Layout, pictured, separator, text } from '../layout/layout.ts';
import { COLOURS } from '../layout/theme.ts';
import { describeSoldItem } from '../words/describe.ts';
import { asMarkdown, type OfferList, sayOffer } from '../words/format-offer.ts';
import { formatBasis } from '../words/format-worth.ts';
import { formatOutages, withoutStartMoments } from '../words/freshness.ts';
import { nameOfIdentity, nameOfItem } from '../words/item-name.ts';
import { placeFirst } from '../words/place.ts';
import { formatInStock } from '../words/stock.ts';
import { clip, fitLines, safe, stamp, stampLately } from '../words/text.ts';
import type { PriceAnswer, ShopCounts } from './price-answer.ts';
import { priceButtons } from './price-buttons.ts';
import { formatHeadline } from './price-headline.ts';
import { formatHistory } from './price-history.ts';
import { formatStocked } from './shops.ts';

const LISTED = 5;
const LIST_CHARACTERS = 600;
const OUTAGES = 3;
/** Discord: of an alt text in a gallery. */
const ALT_CHARACTERS = 1_024;

/** The answer of `/price`: one line on top, the chart, and the details: asked and paid apart, and paid by players from paid to them. */
export function renderPrice(answer: PriceAnswer): Layout {
  const { item, days, chart, icons, language } = answer;
  const quoted = [answer.ask, answer.bid].flatMap((quote) => (quote === null ? [] : [quote.shop]));
  return card(
    COLOURS.neutral,
    pictured(
      `### ${describeSoldItem(item, quoted, language)}\n${formatHeadline(answer)}`,
      answer.thumbnail ?? itemThumbnail(icons, item.type, language),
    ),
    chart === null ? separator() : gallery({ url: PICTURE_URL, alt: clip(chart, ALT_CHARACTERS) }),
    text(...formatShops(answer)),
    text(formatHistory(answer)),
    text(...formatFilled(answer), ...formatVariants(answer)),
    priceButtons(item, days, language),
    text(...formatNotes(answer)),
  );
}

function formatShops(answer: PriceAnswer): string[] {
  const { ask, bid, unpricedBids: n, counts, hasShops, language } = answer;
  if (!hasShops) return [];
  return [
    ...(ask === null ? [] : [formatQuote(language.say('price.buy-at'), ask, language)]),
    ...(bid === null ? [] : [formatQuote(language.say('price.sell-at'), bid, language)]),
    ...(n === 0 ? [] : [language.say('price.unpriced', { n })]),
    ...formatFull(answer),
    `-# ${formatCounts(counts, language)}`,
  ];
}

function formatCounts({ stocked, empty, buyers }: ShopCounts, language: Language): string {
  return `${formatStocked(stocked, empty, language)} · ${language.say('offer.buyers', { n: buyers })}`;
}

/** Stock and place of the shop whose price stands in the headline. */
function formatQuote(heading: string, { shop, remaining, estimated }: Quote, language: Language): string {
  const facts = [heading, ...(shop.side === 'ask' ? [formatInStock(remaining, estimated, language)] : [])].join(' · ');
  return `${facts}\n-# ${placeFirst(shop, language)}`;
}

/** Containers stand apart from shops of the item itself. */
function formatFull({ full, language }: PriceAnswer): string[] {
  if (!full) return [];
  const { shop, unitPrice, count } = full;
  const facts = [
    language.say('price.in-containers'),
    asMarkdown(sayOffer(shop, { held: count, unitPrice }, language)),
    language.say('offer.in-container', { container: safe(nameOfItem(shop.item, language), 60) }),
  ];
  return [`${facts.join(' · ')}\n-# ${placeFirst(shop, language)}`];
}

function formatFilled({ boxes, language }: PriceAnswer): string[] {
  if (!boxes || (boxes.quotes.length === 0 && boxes.mixed === 0)) return [];
  const list = listOf(boxes.quotes, language);
  const lines = boxes.quotes.map(({ identity, shop, unitPrice, count, shops }) => {
    const offer = asMarkdown(sayOffer(shop, { held: count, unitPrice }, language, list));
    return `${safe(nameOfIdentity(identity, language), 70)} · ${offer} · ${language.say('common.shops', { n: shops })}`;
  });
  const mixed = boxes.mixed > 0 ? [language.say('price.mixed', { n: boxes.mixed })] : [];
  return [headed('price.filled', language), ...listed(lines, language), ...mixed];
}

function formatVariants({ variants, language }: PriceAnswer): string[] {
  if (variants.length === 0) return [];
  const list = listOf(variants, language);
  const lines = variants.map(({ identity, shop }) => {
    return `${safe(nameOfIdentity(identity, language), 70)} · ${asMarkdown(sayOffer(shop, null, language, list))}`;
  });
  return [headed('price.variants', language), ...listed(lines, language)];
}

/** A list of offers whose heading names the unit. */
function listOf(offers: readonly { readonly unitPrice: number }[], language: Language): OfferList {
  const shown = offers.slice(0, LISTED).map(({ unitPrice }) => unitPrice);
  return { prices: pricesApart(shown, language), namesUnit: true };
}

function headed(key: 'price.filled' | 'price.variants', language: Language): string {
  return `${language.say(key)} · ${language.say('common.in-diamonds')}`;
}

/** The first few, and how many more there are. */
function listed(lines: readonly string[], language: Language): string[] {
  const shown = fitLines(lines.slice(0, LISTED), LIST_CHARACTERS).split('\n');
  const more = lines.length - shown.length;
  if (lines.length === 0) return [];
  return more === 0 ? shown : [...shown, language.say('common.more', { count: whole(more, language) })];
}

/** An outage that goes on is told with the freshness. */
function formatNotes(answer: PriceAnswer): string[] {
  const { worth, mixed, outages, knownSince, hasEarlierTrades, freshness, lacksChart, now, language } = answer;
  const ended = withoutStartMoments(outages).filter(({ until }) => until !== null);
  const times = language.list(formatOutages(ended, OUTAGES, now, language));
  const notes = [
    formatBasis(worth, language),
    ...(times === '' ? [] : [language.say('price.gaps', { times })]),
    ...(knownSince === null
      ? []
      : [
          language.say(hasEarlierTrades ? 'price.watched-since-some' : 'price.watched-since', {
            when: stampLately(knownSince, now),
          }),
        ]),
    ...(mixed === null ? [] : [language.say('price.kinds-mixed', { when: stamp(mixed.until, 'd') })]),
    ...(lacksChart ? [language.say('price.no-chart')] : []),
  ];
  return [...notes.map((note) => `-# ${note}`), freshness];
}
