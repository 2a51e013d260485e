import type { Language } from '../../../language/language.ts';
import { diamonds, givenDiamonds, pricesApart } from '../../../language/number.ts';
import type { Offer } from '../../../market/search/offer.ts';
import type { UnknownName } from '../../../market/search/unknown-names.ts';
import type { Icons } from '../../../ports/pictures.ts';
import type { StreamStatus } from '../../../ports/status.ts';
import type { Person } from '../../../routing/quiet.ts';
import { ON_STREAM, type Watch } from '../../../routing/watch.ts';
import { PICTURE_URL } from '../../chart/price-chart.ts';
import { COLOURS, card, gallery, itemThumbnail, type Layout, pictured, row, text } from '../layout.ts';
import { describeQuiet, describeWhole, nameOfTrigger } from '../words/describe.ts';
import { asMarkdown, placeFirst, sayFound } from '../words/format-offer.ts';
import { formatUnknownNames, nameOfItem } from '../words/names.ts';
import { formatRefusal, isClosed, tryMessagesButton } from '../words/refusal.ts';
import { fitLines, safe, stamp, stampLately } from '../words/text.ts';
import { unitPricesOf } from './shops.ts';
import { changeButtons } from './watches.ts';

const SHOWN = 3;
/** Characters of a name that a player may have given an item. */
const NAME = 80;
/** Of a message's 4,000; beneath are the small print and the age of the list. */
const CHARACTERS = 3_000;

export interface Preview {
  readonly watch: Watch;
  /** Shops that match now; null: it waits for something to happen. */
  readonly matching: { readonly offers: readonly Offer[]; readonly total: number } | null;
  /** How often it would have told in the last 7 days, or `since` Crier began to listen; null: not known. */
  readonly lastWeek: { readonly times: number; readonly since: number | null } | null;
  /** The best price seen in 90 days, where the target lies beyond it. */
  readonly extreme: number | null;
  readonly person: Person | null;
  /** Why Discord refuses the person, as a JSON error code; null: it does not. */
  readonly refusal: number | null;
  /** How old the shops are. */
  readonly freshness: string;
  readonly stream: StreamStatus;
  readonly undoKey: string;
  /** What of the filter nobody knows. */
  readonly unknownNames: readonly UnknownName[];
  /** A price that the watch had and, with another trigger, has no more. */
  readonly droppedPrice?: number | null;
  /** Whether Discord had refused the person, so that their other watches are on again with this one. */
  readonly wokeOthers: boolean;
  /** Whether notices from before a pause follow. */
  readonly isKept?: boolean;
  /** What the item's chart shows, which comes with it, in words; null: there is none. */
  readonly chart: string | null;
  /** Epoch ms. */
  readonly now: number;
  readonly icons: Icons;
  readonly language: Language;
}

/** The answer to a watch that was saved: what it waits for, which shops match already, and what to expect. */
export function renderPreview(preview: Preview): Layout {
  const { watch, matching, person, freshness, undoKey, chart, icons, language } = preview;
  const icon = watch.item === null ? null : itemThumbnail(icons, watch.item.type, language);
  const small = [
    person?.quiet && language.say('watch.quiet-note', { hours: describeQuiet(person.quiet) }),
    language.say('watch.list-note'),
  ].filter((line) => typeof line === 'string');
  // A misspelt name comes first: the watch may never tell.
  const doubts = formatUnknownNames(preview.unknownNames, language);
  return card(
    preview.refusal === null && doubts.length === 0 ? COLOURS.good : COLOURS.warning,
    pictured([...doubts, language.say('watch.saved'), describeUntil(watch, language)].join('\n'), icon),
    text(fitLines([...formatOutlook(preview), ...formatWarnings(preview)], CHARACTERS)),
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

/** What matches already, and how often it would have told lately. */
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
    const diamonds = givenDiamonds(droppedPrice, language);
    lines.push(language.say('watch.other-price', { diamonds, trigger: nameOfTrigger(watch.trigger, language) }));
  }
  if (preview.wokeOthers) lines.push(language.say('watch.others-on'));
  if (preview.isKept) lines.push(language.say('refusal.kept'));
  if (refusal !== null) {
    lines.push(language.say('watch.refused', { why: formatRefusal(refusal, language, 'user') }));
    if (isClosed(refusal)) lines.push(language.say('refusal.open'));
  }
  if (extreme !== null && watch.price !== null) {
    const amount = pricesApart([watch.price, extreme], language).get(extreme);
    const prices = { target: givenDiamonds(watch.price, language), diamonds: diamonds(extreme, language, amount) };
    lines.push(language.say(watch.trigger === 'at-or-below' ? 'watch.below-lowest' : 'watch.above-highest', prices));
  }
  // That a shop of one's own ran empty or was undercut is seen in the next snapshot; trades there are not.
  if (stream.state !== 'live' && ON_STREAM.includes(watch.trigger)) {
    const key = watch.trigger === 'my-shop' ? 'watch.no-stream-own' : 'watch.no-stream';
    lines.push(language.say(key, { when: stamp(stream.since, 'f') }));
  }
  return lines;
}

/** Each shop with its goods, where these are not the watch's one item. */
function formatMatching(
  { item }: Watch,
  { offers, total }: NonNullable<Preview['matching']>,
  language: Language,
): string[] {
  if (total === 0) return [language.say('watch.none-matches')];
  const shown = offers.slice(0, SHOWN);
  const prices = pricesApart(unitPricesOf(shown), language);
  const shops = shown.map(({ shop, match, hasOpenVariant }) => {
    const name = safe(nameOfItem(shop.item, language, hasOpenVariant), NAME);
    const words = asMarkdown(sayFound(shop, match, language, { prices, namesUnit: false }));
    const parts = item === null ? [`${name}: ${words}`] : [words, ...(match.contained === null ? [] : [name])];
    return `${parts.join(' · ')}\n-# ${placeFirst(shop, language)}`;
  });
  return [language.say('watch.matches', { n: total }), ...shops];
}

/** Crier knows of nothing before it was there, or before what it was told of. */
function formatLastWeek(
  watch: Watch,
  { times, since }: NonNullable<Preview['lastWeek']>,
  now: number,
  language: Language,
): string {
  if (since === null) return language.say('watch.last-week', { n: times });
  return language.sentences([formatSeenSince(watch, since, now, language), language.say('watch.since', { n: times })]);
}

/** Says from when on Crier has seen the kind of changes that the watch waits for. `since`: epoch ms. */
export function formatSeenSince({ trigger }: Watch, since: number, now: number, language: Language): string {
  const key = ON_STREAM.includes(trigger) ? 'watch.seen-stream' : 'watch.seen-shops';
  return language.say(key, { when: stampLately(since, now) });
}
