import { type APIButtonComponent, type APIStringSelectComponent, ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { formatDiamonds, formatPrice, formatWhole } from '../../../language/number.ts';
import { isAtLeast, isAtMost } from '../../../market/prices/shown-price.ts';
import { differenceFromWorth, type WorthDifference } from '../../../market/prices/worth.ts';
import type { Icons } from '../../../ports/pictures.ts';
import { takesPrice, type Watch } from '../../../routing/watch.ts';
import { hasEnded, snoozeEnd } from '../../../subscriptions/watches.ts';
import {
  button,
  COLOURS,
  card,
  itemThumbnail,
  type Layout,
  pageButtons,
  pictured,
  row,
  type Thumbnail,
  text,
} from '../layout.ts';
import {
  describeItem,
  describeRate,
  describeWait,
  describeWatch,
  describeWhole,
  formatAbsences,
} from '../words/describe.ts';
import { LEAST_SHOWN_MULTIPLE } from '../words/format-offer.ts';
import { tryMessagesButton } from '../words/refusal.ts';
import { andMore, clip, estimateWidth, fitLines, fitList, PHONE_LINE_EM, safe, stamp, unmark } from '../words/text.ts';

/** The watches on a page, so that it is at most one and a half screens of a phone with its controls. */
export const WATCHES_A_PAGE = 10;
/**
 * Limits of a name and of a watch's conditions, in characters. The first that keeps the page in `PAGE_WIDTH_EM` is
 * used.
 */
const LENGTHS_CHARACTERS = [160, 80, 40, 24];
/** Limits the width of all lines together, to about thirty lines of a phone (em). */
const PAGE_WIDTH_EM = 30 * PHONE_LINE_EM;
/** Limits the lines. A message can have 4,000 characters. */
const WATCH_LIST_CHARACTERS = 3_000;

/** A watch of the list. */
export interface ListedWatch {
  readonly watch: Watch;
  /**
   * The current best price that the watch's filters accept, or null if no shop has the item. Undefined if the watch
   * waits for no offer, or without a snapshot.
   */
  readonly nearest: number | null | undefined;
}

/** A watch with its last message. */
export interface ChosenWatch {
  readonly watch: Watch;
  /** Time of the last message (epoch ms), or null if there was none. */
  readonly lastDeliveredAt: number | null;
  /** The unit price in that message, or null if it had none. */
  readonly price: number | null;
}

interface WatchList {
  readonly watches: readonly ListedWatch[];
  readonly page: number;
  readonly pages: number;
  /** Lines about all watches, such as lost settings or refusals. */
  readonly above: readonly string[];
  /** Lines of small print: the age of the prices, the quiet hours. */
  readonly below: readonly string[];
  /** Whether Discord refuses the user's direct messages, so that the list offers to try again. */
  readonly isRefused: boolean;
  readonly now: number;
  readonly language: Language;
}

/** Renders `/watch list`: a line for each watch with the distance to its goal, and a menu to choose one. */
export function renderWatchList({ watches, page, pages, above, below, isRefused, now, language }: WatchList): Layout {
  const number = language.say('watch.list-page', {
    page: formatWhole(page + 1, language),
    pages: formatWhole(pages, language),
  });
  const hasPrices = watches.some(({ watch, nearest }) => watch.price !== null || typeof nearest === 'number');
  return card(
    COLOURS.neutral,
    text(language.say('watch.list-title'), hasPrices && `-# ${language.say('watch.list-unit')}`, ...above),
    isRefused ? row(tryMessagesButton(language)) : null,
    text(fitList(formatWatches(watches, now, language), WATCH_LIST_CHARACTERS, andMore(language))),
    text(...below.map((line) => `-# ${line}`), pages > 1 && `-# ${number}`),
    row(
      watchListMenu(
        watches.map(({ watch }) => watch),
        language,
      ),
    ),
    row(...pageButtons('watch:list', { page, pages, entries: 0, aPage: WATCHES_A_PAGE }, language)),
  );
}

function formatWatches(watches: readonly ListedWatch[], now: number, language: Language): readonly string[] {
  let lines: readonly string[] = [];
  for (const most of LENGTHS_CHARACTERS) {
    lines = watches.map((one) => formatListed(one, most, now, language));
    if (lines.reduce((sum, line) => sum + estimateWidth(line), 0) <= PAGE_WIDTH_EM) break;
  }
  return lines;
}

function nameOfWatch({ item, trigger, filter }: Watch, language: Language): string {
  if (trigger === 'my-shop') return language.say('watch.own-shops', { player: safe(filter.owner ?? '', 40) });
  return item === null ? language.say('filter.any-item') : describeItem(item, language);
}

/** Formats `**Beacon** · 15 or less · now 17, 13% above`, and a line for each name that is no longer in any shop. */
function formatListed(listed: ListedWatch, most: number, now: number, language: Language): string {
  const { watch } = listed;
  const name = nameOfWatch(watch, language);
  const waits = language.list([describeWait(watch, language, most), ...describeRate(watch, language)]);
  const absences = formatAbsences(watch, language);
  // The absence already says that no shop has the item.
  const isInAbsences = listed.nearest === null && absences.length > 0;
  const line = [
    `**${clip(name, most)}**`,
    waits,
    ...(isInAbsences ? [] : formatBestPrice(listed, language)),
    ...formatHold(watch, now, language),
  ];
  return [line.join(' · '), ...absences.map((absence) => `-# ${absence}`)].join('\n');
}

/** Formats `now 17, 13% above` the goal, with ✓ if the goal is reached. */
function formatBestPrice({ watch, nearest }: ListedWatch, language: Language): string[] {
  if (nearest === undefined) return [];
  const isSelling = watch.trigger === 'at-or-above';
  if (nearest === null) return [language.say(isSelling ? 'watch.now-no-buyer' : 'watch.now-no-seller')];
  const goal = goalOf(watch);
  const amount = formatPrice(nearest, language);
  const how = goal === null ? null : differenceFromWorth(nearest, goal);
  if (goal === null || how === null) return [language.say('watch.now', { price: amount })];
  const isReached = isSelling ? isAtLeast(nearest, goal) : isAtMost(nearest, goal);
  const mark = isReached ? '✓ ' : '';
  return [`${mark}${formatGoalDistance(nearest / goal, how, amount, language)}`];
}

function formatGoalDistance(times: number, how: WorthDifference, amount: string, language: Language): string {
  if (how.direction === 'at') return language.say('watch.now-at', { price: amount });
  if (times >= LEAST_SHOWN_MULTIPLE) {
    return language.say('watch.now-times', { price: amount, times: formatWhole(times, language) });
  }
  const percent = formatWhole(how.percent, language);
  return language.say(how.direction === 'over' ? 'watch.now-over' : 'watch.now-under', { price: amount, percent });
}

/** Returns the price that a watch waits for: its own, else its filter's bound, or null if it accepts any. */
function goalOf({ price, trigger, filter: { maxPrice, minPrice } }: Watch): number | null {
  return price ?? (trigger === 'at-or-above' ? minPrice : maxPrice) ?? null;
}

function formatLastDelivery(at: number | null, price: number | null, language: Language): string {
  if (at === null) return language.say('watch.never-told');
  if (price === null) return language.say('watch.told', { when: stamp(at) });
  return language.say('watch.told-price', { when: stamp(at), diamonds: formatDiamonds(price, language) });
}

/** Formats a watch's state, or nothing if it is active. */
function formatHold(watch: Watch, now: number, language: Language): string[] {
  if (hasEnded(watch, now)) return [language.say('watch.state-ended')];
  if (watch.paused) return [language.say('watch.state-paused')];
  const snoozedUntil = snoozeEnd(watch, now);
  if (snoozedUntil !== null) return [language.say('watch.state-snoozed', { when: stamp(snoozedUntil, 't') })];
  if (watch.expiresAt === null) return [];
  return [language.say('watch.state-until', { when: stamp(watch.expiresAt, 'd') })];
}

function watchListMenu(watches: readonly Watch[], language: Language): APIStringSelectComponent {
  return {
    type: ComponentType.StringSelect,
    custom_id: 'watch:choose:',
    placeholder: clip(language.say('watch.menu'), 150),
    options: watches.map((watch) => ({
      label: clip(unmark(describeWatch(watch, language)), 100),
      value: watch.id,
    })),
  };
}

/** Renders a chosen watch with its buttons. */
export function renderChosen(
  { watch, lastDeliveredAt, price }: ChosenWatch,
  now: number,
  icons: Icons,
  language: Language,
): Layout {
  const icon = watch.item === null ? null : itemThumbnail(icons, watch.item.type, language);
  const isOn = !watch.paused && snoozeEnd(watch, now) === null;
  const state = [...formatHold(watch, now, language), formatLastDelivery(lastDeliveredAt, price, language)].join(' · ');
  const what = [describeWhole(watch, 800, language), ...formatAbsences(watch, language)];
  return card(
    COLOURS.neutral,
    pictured([...what, `-# ${state}`].join('\n'), icon),
    row(
      isOn
        ? button(language.say('watch.button-pause'), `watch:pause:${watch.id}`)
        : button(language.say('watch.button-resume'), `watch:resume:${watch.id}`, { style: 'main' }),
      ...(takesPrice(watch.trigger) ? [button(language.say('watch.button-price'), `watch:ask-price:${watch.id}`)] : []),
      button(language.say('watch.button-remove'), `watch:remove:${watch.id}`, { style: 'danger' }),
      button(language.say('watch.button-explain'), `watch:explain:${watch.id}`),
      button(language.say('watch.button-list'), 'watch:list:0'),
    ),
  );
}

const CHANGE_CHARACTERS = 3_500;

/** Returns the buttons under an answer about watches: *Undo* of a saved step, and the way to the list. */
export function changeButtons(undoKey: string | null, language: Language): APIButtonComponent[] {
  return [
    ...(undoKey === null ? [] : [button(language.say('alert.button-undo'), `watch:undo:${undoKey}`)]),
    button(language.say('watch.button-list'), 'watch:list:0'),
  ];
}

/**
 * Renders lines about a change of watches.
 *
 * @param undoKey the key of the step that *Undo* reverts, or null for no button
 */
export function renderChange(
  lines: readonly string[],
  undoKey: string | null,
  language: Language,
  { colour = COLOURS.neutral, icon = null }: { readonly colour?: number; readonly icon?: Thumbnail | null } = {},
): Layout {
  return card(colour, pictured(fitLines(lines, CHANGE_CHARACTERS), icon), row(...changeButtons(undoKey, language)));
}
