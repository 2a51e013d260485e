import { type APIEmbed, MessageFlags } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { Languages } from '../../../language/languages.ts';
import type { Icons } from '../../../ports/icons.ts';
import type { NoticeInContext } from '../../../ports/messenger.ts';
import type { Feed } from '../../../routing/feed.ts';
import type { Cause } from '../../../routing/notice.ts';
import type { Watch } from '../../../routing/watch.ts';
import { describeWatch } from '../words/describe.ts';
import { formatOutages } from '../words/freshness.ts';
import { clip, count, stamp, stampLately } from '../words/text.ts';
import type { AlertBody } from './alert-body.ts';
import { alertControls, type ControlRow, keepButton } from './alert-controls.ts';
import { footer, formatPlainly, isFeed } from './asked-by.ts';
import { formatDigest } from './digest.ts';
import { changeOf, formatHappening, type Happening, sameHappening } from './happening.ts';
import { formatFeedsPaused } from './paused.ts';
import { formatServer } from './server.ts';

/** Discord's limits are 10 embeds, and 6,000 characters over all of them; the margin leaves room for the footer. */
const EMBEDS = 10;
const CHARACTERS = 5_500;
const COMPACT_CHARACTERS = 3_700;
/** A target whose news would take more messages than this, equal things shown together, is behind: it gets a digest. */
const MESSAGES = 6;
/** So many lines of a list are a message. */
const LINES = 25;
const GAPS = 3;
/** What was kept through quiet hours or a snooze is shown as a list from so many on. */
const KEPT = 3;

/** What alerts are rendered with. */
export interface AlertLook {
  readonly languages: Languages;
  readonly icons: Icons;
}

/** Renders as many notices as fit, from the first on; a digest takes them all. */
export function composeAlert(
  entries: readonly NoticeInContext[],
  now: number,
  { languages }: AlertLook,
): { body: AlertBody; taken: number } {
  const [first] = entries;
  if (!first) throw new RangeError('an alert without a notice');
  const language = languages.of(first.subscriptions[0]?.locale ?? 'en-US');
  const { cause } = first.notice;
  switch (cause.kind) {
    case 'feeds-paused':
      return { body: formatFeedsPaused(cause), taken: 1 };
    case 'expiring':
      return { body: formatExpiring(first, cause, language, now), taken: 1 };
    case 'server':
      return {
        body: finish([{ ...cardOf(formatServer(cause)), ...footer([first], language) }], [first], language, now),
        taken: 1,
      };
    case 'change':
    case 'sample':
      return composeChanges(takeWhileAlike(entries, cause.kind), language, now);
  }
}

function composeChanges(
  entries: readonly NoticeInContext[],
  language: Language,
  now: number,
): { body: AlertBody; taken: number } {
  const kept = entries.filter(({ notice }) => notice.held === 'quiet' || notice.held === 'snoozed');
  const compact = entries.every(({ subscriptions }) =>
    subscriptions.every((subscription) => isFeed(subscription) && subscription.style === 'compact'),
  );
  const isKept = kept.length >= KEPT;
  const isList = compact || isKept;
  if (messagesFor(entries, isList ? LINES : EMBEDS) <= MESSAGES)
    return gather(entries, { isList, isKept }, language, now);
  const embed = { ...formatDigest(entries, language, now), ...footer(entries, language) };
  return { body: finish([embed], entries, language, now), taken: entries.length };
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
  return cause.kind === 'sample' ? `sample ${id}` : `${cause.kind} ${sameHappening(changeOf(entry))}`;
}

function gather(
  entries: readonly NoticeInContext[],
  { isList, isKept }: { readonly isList: boolean; readonly isKept: boolean },
  language: Language,
  now: number,
): { body: AlertBody; taken: number } {
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
      const size = sizeOf(formatHappening([entry], language));
      if (taken > 0 && (characters + size > limit || (!isList && groups.size === EMBEDS))) break;
      characters += size;
      groups.set(key, [entry]);
    }
    taken += 1;
  }
  const happenings = [...groups.values()].map((group) => formatHappening(group, language));
  const used = entries.slice(0, taken);
  const heading = isKept ? formatKept(used, taken < entries.length, language, now) : null;
  const embeds = isList ? [listOf(happenings, heading)] : happenings.map(cardOf);
  const last = embeds.pop();
  return {
    body: finish(last ? [...embeds, { ...last, ...footer(used, language) }] : embeds, used, language, now),
    taken,
  };
}

function cardOf({ title, lines, colour }: Happening): APIEmbed {
  return { title: clip(title, 256), description: clip(lines.join('\n'), 1_000), color: colour };
}

function listOf(happenings: readonly Happening[], heading: string | null): APIEmbed {
  const lines = happenings.map(({ title, lines }) => [`**${title}**`, ...lines].join(' · '));
  return { ...(heading !== null && { title: heading }), description: lines.join('\n') };
}

/** `Kept for later: 5 things since 22:04`, of what stands in this message alone; whether more follow in the next. */
function formatKept(shown: readonly NoticeInContext[], doMoreFollow: boolean, language: Language, now: number): string {
  const since = Math.min(...shown.map((entry) => changeOf(entry).at));
  const more = doMoreFollow ? ' (more follow)' : '';
  return `Kept for later: ${count(shown.length, 'thing', language.tag)} since ${stampLately(since, now)}${more}`;
}

/** Room for a group's count and sums, which grow as more of its kind are merged into it. */
function sizeOf({ title, lines }: Happening): number {
  return title.length + lines.join('\n').length + 60;
}

function formatExpiring(
  { subscriptions }: NoticeInContext,
  { expiresAt }: Extract<Cause, { kind: 'expiring' }>,
  language: Language,
  now: number,
): AlertBody {
  const watch = subscriptions.find(isWatch);
  if (!watch) throw new RangeError('no watch that ends');
  const plain = `Your watch ${expiresAt > now ? 'ends' : 'ended'} ${stamp(expiresAt)}: ${clip(describeWatch(watch, language), 1_500)}.`;
  // A name that looks like a link stays text.
  const flags = MessageFlags.SuppressEmbeds;
  return { message: { content: plain, components: [keepButton(watch.id)], flags }, plain };
}

function finish(embeds: APIEmbed[], entries: readonly NoticeInContext[], language: Language, now: number): AlertBody {
  const texts = embeds.flatMap(({ title, description }) => [title, description]).filter((text) => text !== undefined);
  const controls: ControlRow | null = alertControls(watchesOf(entries), language);
  const gaps = formatGaps(entries, now);
  return {
    message: { ...(gaps && { content: gaps }), embeds, ...(controls && { components: [controls] }) },
    plain: formatPlainly([...(gaps ? [gaps] : []), ...texts], entries, language),
  };
}

/** What nobody could hear; null: nothing that was not told before. */
function formatGaps(entries: readonly NoticeInContext[], now: number): string | null {
  const gaps = entries.flatMap((entry) => entry.gaps ?? []);
  if (gaps.length === 0) return null;
  return `-# Stream down ${formatOutages(gaps, GAPS, now).join(', ')}: auctions and trades in that time are unknown`;
}

function watchesOf(entries: readonly NoticeInContext[]): readonly Watch[] {
  const watches = entries.flatMap(({ subscriptions }) => subscriptions.filter(isWatch));
  return [...new Map(watches.map((watch) => [watch.id, watch])).values()];
}

/** A sample never stands among what happened. */
function takeWhileAlike(entries: readonly NoticeInContext[], kind: Cause['kind']): readonly NoticeInContext[] {
  const end = entries.findIndex(({ notice }) => notice.cause.kind !== kind);
  return end < 0 ? entries : entries.slice(0, end);
}

function isWatch(subscription: Feed | Watch): subscription is Watch {
  return subscription.type === 'watch';
}
