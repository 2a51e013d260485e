import type { Language } from '../../../language/language.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import type { Cause } from '../../../routing/notice.ts';
import { COLOURS } from '../layout.ts';
import { safe, stampLately } from '../words/text.ts';
import type { AlertBody } from './alert-body.ts';
import { isFeed } from './asked-by.ts';
import {
  type AlertLook,
  type Card,
  card,
  cardOfOne,
  cardOfRow,
  cardOfSeveral,
  cardsByAsker,
  detailsOf,
  finish,
  type Look,
  listCard,
  paintingIn,
  withPicturesOnce,
} from './cards.ts';
import { formatDigest } from './digest.ts';
import { changeOf, countAll, countLately } from './event-kinds.ts';
import { formatHappening, isOfOwnShop, sameHappening } from './event-text.ts';
import { fitPhone } from './fit-phone.ts';
import { inOrderOfPush, nameThings } from './name-things.ts';
import { gatherOwnShops, isOfOwnShops, watchOf } from './own-shops.ts';
import {
  formatAbsent,
  formatExpiring,
  formatFeedAbsent,
  formatFeedsPaused,
  formatRestored,
  formatServer,
} from './state-notices.ts';

/**
 * Discord's limits are 10 embeds, and 6,000 characters over all of them; the margin leaves room for footers and gaps.
 */
const EMBEDS = 10;
const CHARACTERS = 4_400;
const COMPACT_CHARACTERS = 3_700;
/** A target whose news would take more messages than this, equal things shown together, is behind: it gets a digest. */
const MESSAGES = 6;
/** So many lines of a list are a message. */
const LINES = 25;
/** A group's count and sums grow as more of its kind are merged into it. */
const ROOM_FOR_SUMS = 60;
/** What was kept through quiet hours or a snooze is shown as a list from so many on. */
const KEPT = 3;

/** Renders as many notices as fit, from the first on; a digest takes them all. `isLate`: as in `Messenger.compose`. */
export function composeAlert(
  entries: readonly NoticeInContext[],
  now: number,
  look: AlertLook,
  isLate = false,
): { body: AlertBody; taken: number } {
  const [first] = entries;
  if (!first) throw new RangeError('an alert without a notice');
  const language = look.languages.of(first.subscriptions[0]?.locale ?? 'en-US');
  const { cause } = first.notice;
  switch (cause.kind) {
    case 'feeds-paused':
      return { body: formatFeedsPaused(cause, look.languages.of(cause.locale ?? 'en-US')), taken: 1 };
    case 'restored':
      return { body: formatRestored(cause, language), taken: 1 };
    case 'absent':
      return { body: formatAbsent(watchOf(first), cause, language), taken: 1 };
    case 'feed-absent':
      return { body: formatFeedAbsent(cause, look.languages.of(cause.locale)), taken: 1 };
    case 'expiring':
      return { body: formatExpiring(watchOf(first), cause.expiresAt, now, language), taken: 1 };
    case 'server': {
      const { headline, description, colour } = formatServer(cause, language);
      return { body: finish(headline, [card([first], { description, color: colour })], language, now), taken: 1 };
    }
    case 'change':
    case 'sample':
      return composeChanges(takeWhileAlike(entries, cause.kind), { ...look, language }, now, isLate ? 1 : MESSAGES);
  }
}

function composeChanges(
  entries: readonly NoticeInContext[],
  look: Look,
  now: number,
  mostMessages: number,
): { body: AlertBody; taken: number } {
  const { language } = look;
  const kept = entries.filter(({ notice }) => notice.held === 'quiet' || notice.held === 'snoozed');
  if (entries.every(isOfOwnShops) && new Set(entries.map(groupOf)).size > 1) {
    return composeOwnShops(entries, look, now, mostMessages);
  }
  const compact = entries.every(({ subscriptions }) =>
    subscriptions.every((subscription) => isFeed(subscription) && subscription.style === 'compact'),
  );
  const isKept = kept.length >= KEPT;
  const isList = compact || isKept;
  if (messagesFor(entries, isList ? LINES : EMBEDS) <= mostMessages)
    return gather(entries, { isList, isKept }, look, now);
  const embed = { description: formatDigest(entries, language), color: COLOURS.neutral };
  const [lead, things] = [countLately(entries, now, language), nameThings(entries, language)];
  const headline = language.say('alert.lead', { lead, things });
  return { body: finish(headline, [card(entries, embed)], language, now), taken: entries.length };
}

/** A message with totals, a card for each watch. The last card says since when. */
function composeOwnShops(
  entries: readonly NoticeInContext[],
  { language }: Look,
  now: number,
  mostMessages: number,
): { body: AlertBody; taken: number } {
  const { headline: told, cards, taken } = gatherOwnShops(entries, mostMessages, language);
  const headline = language.say('alert.your-shops', { headline: told });
  const used = entries.slice(0, taken);
  const kept = used.filter(({ notice }) => notice.held === 'quiet' || notice.held === 'snoozed');
  const said = kept.length === 0 ? headline : keptAs(kept, headline, language);
  const since = formatSince(used, taken < entries.length, language, now);
  const shown = cards.map(({ watch, entries: ofWatch, description }, at) =>
    card(ofWatch, {
      ...(cards.length > 1 && {
        title: language.say('watch.own-shops', { player: safe(watch.filter.owner ?? '', 40) }),
      }),
      description: at === cards.length - 1 ? `${description}\n${since}` : description,
      color: COLOURS.neutral,
    }),
  );
  return { body: finish(said, shown, language, now), taken };
}

/** How many messages it takes to tell all in their order, with `room` for so many different things in each. */
function messagesFor(entries: readonly NoticeInContext[], room: number): number {
  let messages = 1;
  const shown = new Set<string>();
  for (const key of entries.map(groupOf)) {
    if (shown.size === room && !shown.has(key)) {
      messages += 1;
      shown.clear();
    }
    shown.add(key);
  }
  return messages;
}

/** What is the same here is shown as one; a sample shows what one feed delivers. */
function groupOf(entry: NoticeInContext): string {
  const { cause, id } = entry.notice;
  if (cause.kind === 'change' && cause.listedWith) return `flood ${id}`;
  return cause.kind === 'sample' ? `sample ${id}` : `${cause.kind} ${sameHappening(changeOf(entry))}`;
}

function gather(
  entries: readonly NoticeInContext[],
  { isList, isKept }: { readonly isList: boolean; readonly isKept: boolean },
  look: Look,
  now: number,
): { body: AlertBody; taken: number } {
  const { language } = look;
  const { groups, taken } = groupsThatFit(entries, isList, language);
  const happenings = groups.map((group) => formatHappening(group, language));
  const used = entries.slice(0, taken);
  const [only, ...others] = happenings;
  if (only && others.length === 0 && !isKept) {
    const details = { ...only, lines: only.linesUnderHeadline };
    const cards = isList ? [card(used, detailsOf(details))] : cardOfOne(used, details, look, now);
    return { body: finish(only.headline, cards, language, now, used), taken };
  }
  const headline = isKept ? formatKept(used, language) : formatThings(used, language);
  const since = formatSince(used, taken < entries.length, language, now);
  const shown = groups.map((group, at) => ({ group, happening: happenings[at] ?? formatHappening(group, language) }));
  const put = (cards: readonly Card[]) => finish(headline, cards, language, now);
  if (isList) {
    const lead = isKept ? [`${since} · ${countAll(used, language)}`] : [];
    return { body: put([listCard(shown, ({ line }) => line, lead)]), taken };
  }
  const body = fitPhone([
    () => put(withPicturesOnce(shown.map((one) => cardOfSeveral(one, look)))),
    // A painting is seen, not only named: its cards shrink before they lose their pictures.
    ...(shown.some(({ group }) => paintingIn(group)?.isBanned === false) ? [() => put(shown.map(cardOfRow))] : []),
    () => put(cardsByAsker(shown, ({ row }) => row)),
    () => put([listCard(shown, ({ row }) => row)]),
    () => put([listCard(shown, ({ shortRow }) => shortRow, [since])]),
  ]);
  return { body, taken };
}

/** Groups as many notices as fit, from the first on. The groups are in the order in which the push names them. */
function groupsThatFit(entries: readonly NoticeInContext[], isList: boolean, language: Language) {
  const groups = new Map<string, NoticeInContext[]>();
  const limit = isList ? COMPACT_CHARACTERS : CHARACTERS;
  let characters = 0;
  let taken = 0;
  for (const entry of entries) {
    const key = groupOf(entry);
    const group = groups.get(key);
    if (group) {
      group.push(entry);
    } else {
      const size = formatHappening([entry], language).line.length + ROOM_FOR_SUMS;
      if (taken > 0 && (characters + size > limit || (!isList && groups.size === EMBEDS))) break;
      characters += size;
      groups.set(key, [entry]);
    }
    taken += 1;
  }
  const order = new Map(inOrderOfPush([...groups.values()].flat(), language).map((entry, at) => [entry, at]));
  const rankOf = (group: readonly NoticeInContext[]) => Math.min(...group.map((entry) => order.get(entry) ?? 0));
  return { groups: [...groups.values()].sort((a, b) => rankOf(a) - rankOf(b)), taken };
}

/** `Elytra for 5 diamonds, Beacon for 9 diamonds and 2 more` */
function formatThings(shown: readonly NoticeInContext[], language: Language): string {
  const things = nameThings(shown, language);
  const headline = shown.every(isOfOwnShop) ? language.say('alert.your-shops', { headline: things }) : things;
  const isOfSamples = shown.some(({ notice }) => notice.cause.kind === 'sample');
  return isOfSamples ? language.say('alert.sample', { headline }) : headline;
}

/** `Quiet hours are over: Elytra for 5 diamonds`, of what stands in this message alone. */
function formatKept(shown: readonly NoticeInContext[], language: Language): string {
  return keptAs(shown, nameThings(shown, language), language);
}

function keptAs(kept: readonly NoticeInContext[], things: string, language: Language): string {
  const isQuiet = kept.some(({ notice }) => notice.held === 'quiet');
  return language.say(isQuiet ? 'alert.quiet-over' : 'alert.snooze-over', { things });
}

/** Since when what stands in this message was kept; whether more follow in the next. */
function formatSince(
  shown: readonly NoticeInContext[],
  doMoreFollow: boolean,
  language: Language,
  now: number,
): string {
  const when = stampLately(Math.min(...shown.map((entry) => changeOf(entry).at)), now);
  return `-# ${language.say(doMoreFollow ? 'alert.more-follow' : 'alert.since', { when })}`;
}

/** A sample never stands among events, and no single event among the totals of one's own shops. */
function takeWhileAlike(entries: readonly NoticeInContext[], kind: Cause['kind']): readonly NoticeInContext[] {
  const isOfTotals = entries.slice(0, 1).every(isOfOwnShops);
  const end = entries.findIndex((entry) => entry.notice.cause.kind !== kind || isOfOwnShops(entry) !== isOfTotals);
  return end < 0 ? entries : entries.slice(0, end);
}
