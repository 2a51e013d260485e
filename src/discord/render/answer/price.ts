import { type APIComponentInContainer, type APIStringSelectComponent, ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { formatWhole } from '../../../language/number.ts';
import type { Identity } from '../../../market/item/item.ts';
import { isPlainChoice } from '../../../market/prices/kind-counts.ts';
import type { Icons } from '../../../ports/pictures.ts';
import { PICTURE_URL } from '../../chart/price-chart.ts';
import { GALLERY_ALT_CHARACTERS, MENU_LABEL_CHARACTERS, MOST_MENU_OPTIONS } from '../component-limits.ts';
import {
  actionable,
  button,
  COLOURS,
  card,
  gallery,
  itemThumbnail,
  itemValue,
  type Layout,
  pictured,
  row,
  separator,
  text,
} from '../layout.ts';
import { describeSoldItem } from '../words/describe.ts';
import { formatBasis, formatStocked } from '../words/format-offer.ts';
import { linkItem } from '../words/format-place.ts';
import { formatOutages, withoutStartMoments } from '../words/freshness.ts';
import { nameOfIdentity, nameOfType } from '../words/names.ts';
import { clean, clip, safe, stamp, stampRecent } from '../words/text.ts';
import { formatPriceHeadline, type PriceAnswer, priceButtons, restId } from './price-answer.ts';
import { renderDetails } from './price-details.ts';

const MOST_PRICE_OUTAGES = 3;

/** Renders `/price`: the headline, then the chart or the details, then the buttons. */
export function renderPrice(answer: PriceAnswer): Layout {
  const { item, view, icons, language } = answer;
  const quoted = [answer.ask, answer.bid].flatMap((quote) => (quote === null ? [] : [quote.shop]));
  const name = linkItem(describeSoldItem(item, quoted, language), item.type, language);
  const heading = `### ${name}\n-# ${language.say('common.in-diamonds')}`;
  return card(
    COLOURS.neutral,
    pictured(heading, answer.thumbnail ?? itemThumbnail(icons, item.type, language)),
    text(formatPriceHeadline(answer)),
    ...(view === 'details' ? renderDetails(answer) : renderChartView(answer)),
    ...priceButtons(answer),
    text(...formatNotes(answer)),
  );
}

function renderChartView(answer: PriceAnswer): (APIComponentInContainer | null)[] {
  const { chart } = answer;
  return [
    chart === null ? separator() : gallery({ url: PICTURE_URL, alt: clip(chart, GALLERY_ALT_CHARACTERS) }),
    text(`-# ${formatChartPurchases(answer)}`),
    countsOf(answer),
  ];
}

/** Formats the chart's purchases: their number, the number of shops, and the time of the last one. */
function formatChartPurchases({ purchases, days: n, language }: PriceAnswer): string {
  if (purchases === null) return language.say('price.no-purchases', { n });
  const heading = language.say('price.paid', { n });
  const facts = [
    language.say('common.purchases', { n: purchases.trades }),
    ...(purchases.shops > 0 ? [language.say('common.shops', { n: purchases.shops })] : []),
    language.say('price.last', { when: stamp(purchases.lastAt) }),
  ];
  return [heading, ...facts].join(' · ');
}

/**
 * Renders the number of shops for the priced kind, then for the type's other kinds, filled ones and containers, with a
 * button that shows them. Returns null if no shop trades it, which the headline says.
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
  const line = `-# ${language.stops([...own, ...rest])}`;
  const id = restId(answer);
  return id === null ? text(line) : actionable(line, button(language.say('price.show-them'), id));
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

/** Formats the number of shops that sell and buy a kind. Omits a side without shops. */
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

/** Formats the shops of other kinds, such as `Enchanted: 3 more sell, 4 buy` and `In containers: 2 more sell`. */
function formatRest({ item, counts: { others, filled, containers }, language }: PriceAnswer): string[] {
  // For a chosen enchanted book, the others are other kinds.
  const kind = others.areEnchanted && isPlainChoice(item) ? 'price.kind-enchanted' : 'price.kind-others';
  const sold = (of: 'price.kind-filled' | 'price.kind-containers', sell: number) =>
    sell === 0 ? [] : [language.say('price.counts-selling', { kind: language.say(of), sell })];
  return [
    ...formatCounts(MORE_COUNTS, kind, { sell: others.sellers, buy: others.buyers }, language),
    ...sold('price.kind-filled', filled),
    ...sold('price.kind-containers', containers),
  ];
}

/** Formats the gaps in the data, then its age, which includes a current outage. */
function formatNotes(answer: PriceAnswer): string[] {
  const { worth, mixed, outages, knownSince, hasEarlierTrades, freshness, lacksChart, isGone, now, language } = answer;
  const ended = withoutStartMoments(outages).filter(({ until }) => until !== null);
  const times = language.list(formatOutages(ended, MOST_PRICE_OUTAGES, now, language));
  const since = hasEarlierTrades ? 'price.watched-since-some' : 'price.watched-since';
  const notes = [
    ...(isGone ? [language.say('price.gone')] : []),
    ...(worth.worth === null ? [formatBasis(worth, language)] : []),
    ...(times === '' ? [] : [language.say('price.gaps', { times })]),
    ...(knownSince === null ? [] : [language.say(since, { when: stampRecent(knownSince, now) })]),
    ...(mixed === null ? [] : [language.say('price.kinds-mixed', { when: stamp(mixed.until, 'd') })]),
    ...(lacksChart ? [language.say('price.no-chart')] : []),
  ];
  return [...notes.map((note) => `-# ${note}`), freshness];
}

/** A kind of a type in the menu, with its trades in the last 30 days and the shops that sell it now. */
interface PricedKind {
  readonly identity: Identity;
  readonly trades: number;
  readonly shops: number;
}

interface PriceMenu {
  readonly type: string;
  /** The kinds that sold most come first. */
  readonly kinds: readonly PricedKind[];
  readonly days: number;
  readonly freshness: string;
  readonly icons: Icons;
  readonly language: Language;
}

/** Renders a menu of kinds for an item that is mostly traded in variants, or returns null if none fits a custom id. */
export function renderPriceMenu({ type, kinds, days, freshness, icons, language }: PriceMenu): Layout | null {
  const options = kinds.slice(0, MOST_MENU_OPTIONS).flatMap((kind) => optionOf(kind, language) ?? []);
  if (options.length === 0) return null;
  const menu: APIStringSelectComponent = {
    type: ComponentType.StringSelect,
    custom_id: `price:pick:${days}`,
    placeholder: language.say('price.choose'),
    options,
  };
  const isCut = kinds.length > options.length;
  return card(
    COLOURS.neutral,
    pictured(
      `### ${safe(nameOfType(type, language), 80)}\n${language.say('price.which')}`,
      itemThumbnail(icons, type, language),
    ),
    row(menu),
    text(isCut && `-# ${language.say('price.which-most', { n: formatWhole(options.length, language) })}`, freshness),
  );
}

function optionOf({ identity, trades, shops }: PricedKind, language: Language) {
  const value = itemValue({ type: identity.type, key: identity.key });
  if (value === null) return null;
  const isPlain = isPlainChoice({ type: identity.type, key: identity.key });
  const label = isPlain ? language.say('price.kind-plain') : nameOfIdentity(identity, language);
  const traded = language.say('price.trades', { period: language.say('price.period', { n: 30 }), n: trades });
  const description = `${traded} · ${language.say('offer.shops', { n: shops })}`;
  return { value, label: clean(label, MENU_LABEL_CHARACTERS), description };
}
