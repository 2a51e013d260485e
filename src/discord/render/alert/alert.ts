import type { Language } from '../../../language/language.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import type { Cause } from '../../../routing/notice.ts';
import { COLOURS } from '../layout.ts';
import { safe, stampRecent } from '../words/text.ts';
import type { AlertBody } from './alert-body.ts';
import { isFeed } from './asked-by.ts';
import {
  type AlertParts,
  alertCard,
  assembleAlert,
  type Card,
  cardOfOne,
  cardOfRow,
  cardOfSeveral,
  cardsByAsker,
  detailsEmbed,
  type LocalAlertParts,
  listCard,
  paintingIn,
  withPicturesOnce,
} from './cards.ts';
import { formatDigest } from './digest.ts';
import { changeOf, countEvents, countRecent } from './event-kinds.ts';
import { eventKey, formatEvents, isOfOwnShop } from './event-text.ts';
import { fitPhone } from './fit-phone.ts';
import { inOrderOfPush, nameThings } from './name-things.ts';
import { gatherOwnShops, isOfOwnShops, watchOfNotice } from './own-shops.ts';
import {
  formatAbsent,
  formatExpiring,
  formatFeedAbsent,
  formatFeedsPaused,
  formatRestored,
  formatServerChange,
} from './state-notices.ts';
import { formatWeek } from './weekly.ts';

/**
 * Limits a message's embeds and their characters. Discord allows 10 embeds and 6,000 characters over all of them, which
 * include footers and gaps.
 */
const MOST_EMBEDS = 10;
const ALERT_CARDS_CHARACTERS = 4_400;
const COMPACT_CHARACTERS = 3_700;
/** Limits the messages for one target's notices, with equal changes merged. A longer backlog becomes a digest. */
const MOST_MESSAGES = 6;
/** Limits the lines of a message that is a list. */
const MOST_LINES = 25;
/** Reserve for a group's count and sums, which grow as more notices are merged into it. */
const SUMS_CHARACTERS = 60;
/** From this number on, notices that were held by quiet hours or a snooze become a list. */
const LEAST_HELD_LISTED = 3;

/**
 * Renders the first notices, as many as fit into one message. A digest takes all of them.
 *
 * @param isLate see `Messenger.compose`
 */
export function composeAlert(
  entries: readonly NoticeInContext[],
  now: number,
  parts: AlertParts,
  isLate = false,
): { body: AlertBody; taken: number } {
  const [first] = entries;
  if (!first) throw new RangeError('an alert without a notice');
  const language = parts.languages.of(first.subscriptions[0]?.locale ?? 'en-US');
  const { cause } = first.notice;
  switch (cause.kind) {
    case 'feeds-paused':
      return { body: formatFeedsPaused(cause, parts.languages.of(cause.locale ?? 'en-US')), taken: 1 };
    case 'restored':
      return { body: formatRestored(cause, language), taken: 1 };
    case 'absent':
      return { body: formatAbsent(watchOfNotice(first), cause, language), taken: 1 };
    case 'feed-absent':
      return { body: formatFeedAbsent(cause, parts.languages.of(cause.locale)), taken: 1 };
    case 'weekly':
      return { body: formatWeek(cause, parts.languages.of(cause.locale)), taken: 1 };
    case 'expiring':
      return { body: formatExpiring(watchOfNotice(first), cause.expiresAt, now, language), taken: 1 };
    case 'server': {
      const { headline, description, colour } = formatServerChange(cause, language);
      return {
        body: assembleAlert(headline, [alertCard([first], { description, color: colour })], language, now),
        taken: 1,
      };
    }
    case 'change':
    case 'sample':
      return composeChanges(
        takeWhileAlike(entries, cause.kind),
        { ...parts, language },
        now,
        isLate ? 1 : MOST_MESSAGES,
      );
  }
}

function composeChanges(
  entries: readonly NoticeInContext[],
  parts: LocalAlertParts,
  now: number,
  mostMessages: number,
): { body: AlertBody; taken: number } {
  const { language } = parts;
  const kept = entries.filter(({ notice }) => notice.held === 'quiet' || notice.held === 'snoozed');
  if (entries.every(isOfOwnShops) && new Set(entries.map(groupKey)).size > 1) {
    return composeOwnShops(entries, parts, now, mostMessages);
  }
  const compact = entries.every(({ subscriptions }) =>
    subscriptions.every((subscription) => isFeed(subscription) && subscription.style === 'compact'),
  );
  const isKept = kept.length >= LEAST_HELD_LISTED;
  const isList = compact || isKept;
  if (messagesFor(entries, isList ? MOST_LINES : MOST_EMBEDS) <= mostMessages)
    return composeGroups(entries, { isList, isKept }, parts, now);
  const embed = { description: formatDigest(entries, language), color: COLOURS.neutral };
  const [lead, things] = [countRecent(entries, now, language), nameThings(entries, language)];
  const headline = language.say('alert.lead', { lead, things });
  return { body: assembleAlert(headline, [alertCard(entries, embed)], language, now), taken: entries.length };
}

/** Composes a message with totals, one card for each watch. The last card says since when. */
function composeOwnShops(
  entries: readonly NoticeInContext[],
  { language }: LocalAlertParts,
  now: number,
  mostMessages: number,
): { body: AlertBody; taken: number } {
  const { headline: shopsHeadline, cards, taken } = gatherOwnShops(entries, mostMessages, language);
  const headline = language.say('alert.your-shops', { headline: shopsHeadline });
  const used = entries.slice(0, taken);
  const kept = used.filter(({ notice }) => notice.held === 'quiet' || notice.held === 'snoozed');
  const fullHeadline = kept.length === 0 ? headline : keptAs(kept, headline, language);
  const since = formatFirstTime(used, taken < entries.length, language, now);
  const shown = cards.map(({ watch, entries: ofWatch, description }, at) =>
    alertCard(ofWatch, {
      ...(cards.length > 1 && {
        title: language.say('watch.own-shops', { player: safe(watch.filter.owner ?? '', 40) }),
      }),
      description: at === cards.length - 1 ? `${description}\n${since}` : description,
      color: COLOURS.neutral,
    }),
  );
  return { body: assembleAlert(fullHeadline, shown, language, now), taken };
}

/** Counts the messages that the entries need in their order, if each message holds at most `room` distinct groups. */
function messagesFor(entries: readonly NoticeInContext[], room: number): number {
  let messages = 1;
  const shown = new Set<string>();
  for (const key of entries.map(groupKey)) {
    if (shown.size === room && !shown.has(key)) {
      messages += 1;
      shown.clear();
    }
    shown.add(key);
  }
  return messages;
}

/** Returns the key of entries that are shown as one. A sample stays alone, because it shows one feed's delivery. */
function groupKey(entry: NoticeInContext): string {
  const { cause, id } = entry.notice;
  if (cause.kind === 'change' && cause.listedWith) return `flood ${id}`;
  return cause.kind === 'sample' ? `sample ${id}` : `${cause.kind} ${eventKey(changeOf(entry))}`;
}

function composeGroups(
  entries: readonly NoticeInContext[],
  { isList, isKept }: { readonly isList: boolean; readonly isKept: boolean },
  parts: LocalAlertParts,
  now: number,
): { body: AlertBody; taken: number } {
  const { language } = parts;
  const { groups, taken } = groupsThatFit(entries, isList, language);
  const allTexts = groups.map((group) => formatEvents(group, language));
  const used = entries.slice(0, taken);
  const [only, ...others] = allTexts;
  if (only && others.length === 0 && !isKept) {
    const details = { ...only, lines: only.linesUnderHeadline };
    const cards = isList ? [alertCard(used, detailsEmbed(details))] : cardOfOne(used, details, parts, now);
    return { body: assembleAlert(only.headline, cards, language, now, used), taken };
  }
  const headline = isKept ? formatKept(used, language) : formatThings(used, language);
  const since = formatFirstTime(used, taken < entries.length, language, now);
  const shown = groups.map((group, at) => ({ group, eventTexts: allTexts[at] ?? formatEvents(group, language) }));
  const put = (cards: readonly Card[]) => assembleAlert(headline, cards, language, now);
  if (isList) {
    const lead = isKept ? [`${since} · ${countEvents(used, language)}`] : [];
    return { body: put([listCard(shown, ({ line }) => line, lead)]), taken };
  }
  const body = fitPhone([
    () => put(withPicturesOnce(shown.map((one) => cardOfSeveral(one, parts)))),
    // Cards of paintings first shrink, and lose their pictures last.
    ...(shown.some(({ group }) => paintingIn(group)?.isBanned === false) ? [() => put(shown.map(cardOfRow))] : []),
    () => put(cardsByAsker(shown, ({ row }) => row)),
    () => put([listCard(shown, ({ row }) => row)]),
    () => put([listCard(shown, ({ shortRow }) => shortRow, [since])]),
  ]);
  return { body, taken };
}

/** Groups the first notices, as many as fit. The groups are in the order in which the push names them. */
function groupsThatFit(entries: readonly NoticeInContext[], isList: boolean, language: Language) {
  const groups = new Map<string, NoticeInContext[]>();
  const limit = isList ? COMPACT_CHARACTERS : ALERT_CARDS_CHARACTERS;
  let characters = 0;
  let taken = 0;
  for (const entry of entries) {
    const key = groupKey(entry);
    const group = groups.get(key);
    if (group) {
      group.push(entry);
    } else {
      const size = formatEvents([entry], language).line.length + SUMS_CHARACTERS;
      if (taken > 0 && (characters + size > limit || (!isList && groups.size === MOST_EMBEDS))) break;
      characters += size;
      groups.set(key, [entry]);
    }
    taken += 1;
  }
  const order = new Map(inOrderOfPush([...groups.values()].flat(), language).map((entry, at) => [entry, at]));
  const rankOf = (group: readonly NoticeInContext[]) => Math.min(...group.map((entry) => order.get(entry) ?? 0));
  return { groups: [...groups.values()].sort((a, b) => rankOf(a) - rankOf(b)), taken };
}

/** Formats a headline such as `Elytra for 5 diamonds, Beacon for 9 diamonds and 2 more`. */
function formatThings(shown: readonly NoticeInContext[], language: Language): string {
  const things = nameThings(shown, language);
  const headline = shown.every(isOfOwnShop) ? language.say('alert.your-shops', { headline: things }) : things;
  const isOfSamples = shown.some(({ notice }) => notice.cause.kind === 'sample');
  return isOfSamples ? language.say('alert.sample', { headline }) : headline;
}

/** Formats `Quiet hours are over: Elytra for 5 diamonds` from this message's entries. */
function formatKept(shown: readonly NoticeInContext[], language: Language): string {
  return keptAs(shown, nameThings(shown, language), language);
}

function keptAs(kept: readonly NoticeInContext[], things: string, language: Language): string {
  const isQuiet = kept.some(({ notice }) => notice.held === 'quiet');
  return language.say(isQuiet ? 'alert.quiet-over' : 'alert.snooze-over', { things });
}

/** Formats the time of the first change in this message, or that more messages follow. */
function formatFirstTime(
  shown: readonly NoticeInContext[],
  doMoreFollow: boolean,
  language: Language,
  now: number,
): string {
  const when = stampRecent(Math.min(...shown.map((entry) => changeOf(entry).at)), now);
  return `-# ${language.say(doMoreFollow ? 'alert.more-follow' : 'alert.since', { when })}`;
}

/** Takes the first entries that fit one message: samples and events do not mix, nor events and totals of own shops. */
function takeWhileAlike(entries: readonly NoticeInContext[], kind: Cause['kind']): readonly NoticeInContext[] {
  const isOfTotals = entries.slice(0, 1).every(isOfOwnShops);
  const end = entries.findIndex((entry) => entry.notice.cause.kind !== kind || isOfOwnShops(entry) !== isOfTotals);
  return end < 0 ? entries : entries.slice(0, end);
}
