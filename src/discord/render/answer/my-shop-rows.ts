import type { Language } from '../../../language/language.ts';
import { formatDiamonds, formatPrice, formatSignedPercent, pricesApart } from '../../../language/number.ts';
import {
  isSoonEmpty,
  type OwnShop,
  type RunsEmpty,
  type Turnover,
  type TurnoverOfItem,
  type Undercut,
} from '../../../market/my-shops/report.ts';
import type { Location } from '../../../market/shops/shop.ts';
import { unitPriceOf } from '../../../market/shops/unit-price.ts';
import type { Home } from '../../../routing/person.ts';
import {
  asMarkdown,
  formatDistance,
  formatFromHome,
  formatInStock,
  formatOwner,
  formatPlace,
  formatRoomLeft,
  listInDiamonds,
  sayOffer,
} from '../words/format-offer.ts';
import { formatLandmark } from '../words/format-place.ts';
import { nameOfIdentity, nameOfItem } from '../words/names.ts';
import { safe, stamp } from '../words/text.ts';

const SHOP_NAME_CHARACTERS = 60;
/** A stock for a longer time is no news. */
const MOST_TOLD_DAYS = 90;
/** A sample of 30 days lacks the seconds until the report. */
const SAMPLE_TOLERANCE_DAYS = 0.05;

/** The list that contains a row. `home` is null in public answers, because distances from it locate it. */
export interface ShopRowContext {
  /** Whether the list is about rivals, so that a row names their place, and less of the shop itself. */
  readonly showsRivals: boolean;
  readonly home: Home | null;
  /** Whether coordinates are links to the map. */
  readonly isLinked: boolean;
  readonly language: Language;
}

/**
 * Formats shops of a player, whose heading says `prices in diamonds`: the goods, offer and stock, then the place and
 * what was traded, then each reason why the shop needs attention.
 */
export function formatOwnShops(shops: readonly OwnShop[], context: ShopRowContext): string[] {
  const list = listInDiamonds(
    shops.map(({ shop }) => unitPriceOf(shop)),
    context.language,
  );
  return shops.map((own) => {
    const { shop, stock } = own;
    const { language } = context;
    const offer = [
      `**${safe(nameOfItem(shop.item, language), SHOP_NAME_CHARACTERS)}**`,
      asMarkdown(sayOffer(shop, null, language, list)).replaceAll('**', ''),
      ...(shop.side === 'ask' && !own.isEmpty ? [formatInStock(stock.remaining, stock.estimated, language)] : []),
      ...(shop.side === null ? [language.say('shop.of-kind', { kind: safe(shop.kind, 30) })] : []),
    ].join(' · ');
    const where = [
      formatPlace(shop.location, null, language, context.isLinked),
      ...(context.showsRivals ? [] : formatWhereabouts(shop.location, context)),
      ...formatTraded(own, language),
      ...(context.showsRivals ? [] : formatStockLeft(own, language)),
    ].join(' · ');
    const room = own.isFull ? '' : formatRoomLeft(shop, stock.remaining, language);
    const reasons = formatReasons(own, context).map((reason) => `-# ⚠️ ${reason}`);
    return [`${offer}${room}`, `-# ${where}`, ...reasons].join('\n');
  });
}

/** Formats the worth of the stock, and the days until it is sold. */
function formatStockLeft(own: OwnShop, language: Language): string[] {
  const { value, isEmpty, runsEmpty } = own;
  const isTold = runsEmpty !== null && runsEmpty.days <= MOST_TOLD_DAYS && !isSoonEmpty(own);
  return [
    ...(value === null || isEmpty
      ? []
      : [language.say('my-shops.worth', { diamonds: formatDiamonds(value, language) })]),
    ...(isTold ? [formatRunsEmpty(runsEmpty, language)] : []),
  ];
}

/** Formats the distance from home; or the nearest landmark without a home, or if the home is in another world. */
function formatWhereabouts(location: Location, { home, language }: ShopRowContext): string[] {
  const fromHome = formatFromHome(home ?? undefined, location, language);
  return fromHome.length > 0 ? fromHome : formatLandmark(location, language);
}

/** Formats the goods that a player's shops traded, as `**Slime Block** · 12 sold for 36 diamonds`. */
export function formatItems(items: readonly TurnoverOfItem[], language: Language): string[] {
  return items.map((item) => {
    const name = safe(nameOfIdentity(item.identity, language), SHOP_NAME_CHARACTERS);
    return [`**${name}**`, ...formatTraded(item, language)].join(' · ');
  });
}

function formatTraded({ sold, earned, bought, spent }: Turnover, language: Language): string[] {
  return [
    ...(sold === 0 ? [] : [language.say('my-shops.sold-for', { sold, diamonds: formatDiamonds(earned, language) })]),
    ...(bought === 0
      ? []
      : [language.say('my-shops.bought-for', { bought, diamonds: formatDiamonds(spent, language) })]),
  ];
}

function formatReasons(own: OwnShop, context: ShopRowContext): string[] {
  const { isEmpty, isFull, runsEmpty, undercut, unsold } = own;
  const { language } = context;
  return [
    ...(isEmpty ? [language.say('offer.out-of-stock')] : []),
    ...(isFull ? [language.say('offer.no-room')] : []),
    ...(runsEmpty !== null && isSoonEmpty(own) ? [formatRunsEmpty(runsEmpty, language)] : []),
    ...(undercut === null ? [] : [formatUndercut(own, undercut, context)]),
    ...(unsold === null ? [] : [formatUnsold(unsold, language)]),
  ];
}

function formatUnsold({ lastAt, days: n }: NonNullable<OwnShop['unsold']>, language: Language): string {
  if (lastAt === null) return language.say('my-shops.unsold-days', { n });
  return language.say('my-shops.unsold-since', { when: stamp(lastAt, 'd') });
}

function formatRunsEmpty({ days, sold, inDays }: RunsEmpty, language: Language): string {
  const rate = language.say('my-shops.rate', { sold, n: Math.max(1, Math.round(inDays)) });
  if (days < 1) return language.say('my-shops.empty-today', { rate });
  return language.say('my-shops.empty-in', { n: Math.floor(days + SAMPLE_TOLERANCE_DAYS), rate });
}

/** Formats `Ada asks 0.25 (here 0.31) · −19% · 120 blocks · 2 more rivals`, with the rival's place on a second line. */
function formatUndercut(
  { shop }: OwnShop,
  { rival, theirs, ours, more }: Undercut,
  { showsRivals, isLinked, language }: ShopRowContext,
): string {
  const prices = pricesApart([theirs, ours], language);
  const words = {
    owner: formatOwner(rival.owner, language),
    theirs: prices.get(theirs) ?? formatPrice(theirs, language),
    ours: prices.get(ours) ?? formatPrice(ours, language),
  };
  const difference = ours === 0 ? 0 : Math.round((theirs / ours - 1) * 100);
  const distance = formatDistance(shop.location, rival.location, language);
  const facts = [
    language.say(shop.side === 'bid' ? 'my-shops.pays-more' : 'my-shops.cheaper', words),
    ...(difference === 0 ? [] : [formatSignedPercent(difference, language)]),
    ...(showsRivals ? [] : distance),
    ...(more === 0 ? [] : [language.say('my-shops.rivals-more', { n: more })]),
  ].join(' · ');
  // The place begins a line, where phones do not break coordinates.
  const landmark = formatLandmark(rival.location, language);
  const place = [formatPlace(rival.location, null, language, isLinked), ...distance, ...landmark].join(' · ');
  return showsRivals ? `${facts}\n-# ${place}` : facts;
}
