import type { Language } from '../../../language/language.ts';
import { formatDiamonds, formatGivenDiamonds, pricesApart } from '../../../language/number.ts';
import type { Offer } from '../../../market/search/offer.ts';
import type { UnknownName } from '../../../market/search/unknown-names.ts';
import type { Icons } from '../../../ports/pictures.ts';
import type { StreamStatus } from '../../../ports/status.ts';
import type { Person } from '../../../routing/person.ts';
import { STREAM_TRIGGERS, type Watch } from '../../../routing/watch.ts';
import { PICTURE_URL } from '../../chart/price-chart.ts';
import { COLOURS, card, gallery, itemThumbnail, type Layout, pictured, row, text } from '../layout.ts';
import { describeQuiet, describeWhole, nameOfTrigger } from '../words/describe.ts';
import { asMarkdown, placeFirst, sayFound } from '../words/format-offer.ts';
import { formatLandmark } from '../words/format-place.ts';
import { formatUnknownNames, nameOfItem } from '../words/names.ts';
import { formatRefusal, isClosedCode, tryMessagesButton } from '../words/refusal.ts';
import { fitLines, safe, stamp, stampRecent } from '../words/text.ts';
import { unitPricesOf } from './shops.ts';
import { changeButtons } from './watches.ts';

const MOST_PREVIEW_SHOPS = 3;
const PREVIEW_NAME_CHARACTERS = 80;
/**
 * Limits the answer's main text. A message can have 4,000 characters, with the small print and the age of the shops.
 */
const OUTLOOK_CHARACTERS = 3_000;

export interface Preview {
  readonly watch: Watch;
  /** Shops that match now, or null if the watch waits for an event. */
  readonly matching: { readonly offers: readonly Offer[]; readonly total: number } | null;
  /** The alerts that it would have sent in 7 days, or since the start of Crier's data (`since`). Null if unknown. */
  readonly lastWeek: { readonly times: number; readonly since: number | null } | null;
  /** The best price of 90 days if the target is beyond it, else null. */
  readonly extreme: number | null;
  readonly person: Person | null;
  /** The JSON error code for which Discord refuses the user, or null. */
  readonly refusal: number | null;
  /** The age of the shops. */
  readonly freshness: string;
  readonly stream: StreamStatus;
  readonly undoKey: string;
  /** Unknown names in the filter. */
  readonly unknownNames: readonly UnknownName[];
  /** A price that the watch had before its trigger changed. Null or absent if there was none. */
  readonly droppedPrice?: number | null;
  /** Whether Discord had refused the user, so that saving this watch resumed their other watches. */
  readonly wokeOthers: boolean;
  /** Whether notices from before a pause follow. */
  readonly isKept?: boolean;
  /** The alt text of the item's chart, or null if there is none. */
  readonly chart: string | null;
  /** Epoch ms. */
  readonly now: number;
  readonly icons: Icons;
  readonly language: Language;
}

/** Renders the answer to a saved watch: its terms, the shops that match already, and the alerts to expect. */
export function renderPreview(preview: Preview): Layout {
  const { watch, matching, person, freshness, undoKey, chart, icons, language } = preview;
  const icon = watch.item === null ? null : itemThumbnail(icons, watch.item.type, language);
  const small = [
    person?.quiet && language.say('watch.quiet-note', { hours: describeQuiet(person.quiet) }),
    language.say('watch.list-note'),
  ].filter((line) => typeof line === 'string');
  // A misspelt name comes first, because the watch may never send an alert.
  const doubts = formatUnknownNames(preview.unknownNames, language);
  return card(
    preview.refusal === null && doubts.length === 0 ? COLOURS.good : COLOURS.warning,
    pictured([...doubts, language.say('watch.saved'), describeUntil(watch, language)].join('\n'), icon),
    text(fitLines([...formatOutlook(preview), ...formatWarnings(preview)], OUTLOOK_CHARACTERS)),
    chart === null ? null : gallery({ url: PICTURE_URL, alt: chart }),
    text(...(matching ? [freshness] : []), ...small.map((line) => `-# ${line}`)),
    row(...(preview.refusal === null ? [] : [tryMessagesButton(language)]), ...changeButtons(undoKey, language)),
  );
}

function describeUntil(watch: Watch, language: Language): string {
  const what = describeWhole(watch, 600, language);
  if (watch.expiresAt === null) return what;
  return `${what}\n${language.say('watch.until', { when: stamp(watch.expiresAt, 'f') })}`;
}

/** Formats the shops that match already, and the alerts of the last week. */
function formatOutlook({ watch, matching, lastWeek, now, language }: Preview): string[] {
  return [
    ...(matching ? formatMatching(watch, matching, language) : []),
    ...(lastWeek === null ? [] : [formatLastWeek(watch, lastWeek, now, language)]),
  ];
}

function formatWarnings(preview: Preview): string[] {
  const { watch, extreme, refusal, droppedPrice = null, stream, language } = preview;
  const lines: string[] = [];
  if (droppedPrice !== null) {
    const diamonds = formatGivenDiamonds(droppedPrice, language);
    lines.push(language.say('watch.other-price', { diamonds, trigger: nameOfTrigger(watch.trigger, language) }));
  }
  if (preview.wokeOthers) lines.push(language.say('watch.others-on'));
  if (preview.isKept) lines.push(language.say('refusal.kept'));
  if (refusal !== null) {
    lines.push(language.say('watch.refused', { why: formatRefusal(refusal, language, 'user') }));
    if (isClosedCode(refusal)) lines.push(language.say('refusal.open'));
  }
  if (extreme !== null && watch.price !== null) {
    const amount = pricesApart([watch.price, extreme], language).get(extreme);
    const prices = {
      target: formatGivenDiamonds(watch.price, language),
      diamonds: formatDiamonds(extreme, language, amount),
    };
    lines.push(language.say(watch.trigger === 'at-or-below' ? 'watch.below-lowest' : 'watch.above-highest', prices));
  }
  // For the user's own shops the next snapshot shows missing stock and rivals, but trades need the stream.
  if (stream.state !== 'live' && STREAM_TRIGGERS.includes(watch.trigger)) {
    const key = watch.trigger === 'my-shop' ? 'watch.no-stream-own' : 'watch.no-stream';
    lines.push(language.say(key, { when: stamp(stream.since, 'f') }));
  }
  return lines;
}

/** Lists the shops that match, with the name of their goods unless it is the watch's item. */
function formatMatching(
  { item }: Watch,
  { offers, total }: NonNullable<Preview['matching']>,
  language: Language,
): string[] {
  if (total === 0) return [language.say('watch.none-matches')];
  const shown = offers.slice(0, MOST_PREVIEW_SHOPS);
  const prices = pricesApart(unitPricesOf(shown), language);
  const shops = shown.map(({ shop, match, hasOpenVariant }) => {
    const name = safe(nameOfItem(shop.item, language, hasOpenVariant), PREVIEW_NAME_CHARACTERS);
    const words = asMarkdown(sayFound(shop, match, language, { prices, namesUnit: false }));
    const parts = item === null ? [`${name}: ${words}`] : [words, ...(match.contained === null ? [] : [name])];
    return `${parts.join(' · ')}\n-# ${[placeFirst(shop, language), ...formatLandmark(shop.location, language)].join(' · ')}`;
  });
  return [language.say('watch.matches', { n: total }), ...shops];
}

/** Formats the number of alerts, with the start of Crier's data if it does not cover the whole week. */
function formatLastWeek(
  watch: Watch,
  { times, since }: NonNullable<Preview['lastWeek']>,
  now: number,
  language: Language,
): string {
  if (since === null) return language.say('watch.last-week', { n: times });
  return language.sentences([formatSeenSince(watch, since, now, language), language.say('watch.since', { n: times })]);
}

/** Formats since when (epoch ms) Crier has data on the changes that the watch waits for. */
export function formatSeenSince({ trigger }: Watch, since: number, now: number, language: Language): string {
  const key = STREAM_TRIGGERS.includes(trigger) ? 'watch.seen-stream' : 'watch.seen-shops';
  return language.say(key, { when: stampRecent(since, now) });
}
