import { type APISelectMenuComponent, ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { Feed } from '../../../routing/feed.ts';
import type { Cause } from '../../../routing/notice.ts';
import { MENU_LABEL_CHARACTERS, MOST_MENU_OPTIONS } from '../component-limits.ts';
import { COLOURS, card, type Layout, row, text } from '../layout.ts';
import { describeFeed, formatAbsences } from '../words/describe.ts';
import { nameOfItem } from '../words/names.ts';
import { andMore, clip, fitList, safe, stamp, unmark } from '../words/text.ts';
import { feedButton } from './feed.ts';
import {
  type ChannelStanding,
  formatQuietNow,
  formatRoleFault,
  formatStanding,
  formatWhy,
  isFixed,
  isOpen,
  type QuietNow,
  type RoleFault,
} from './feed-standing.ts';

const FEED_LIST_CHARACTERS = 3_500;
const LISTED_FEED_CHARACTERS = 300;
/** Limits the menus under the list, which has one option for each feed. */
const MOST_MENUS = 4;

/** A feed in the list. */
export interface ListedFeed {
  readonly feed: Feed;
  /** The channel's name, for the menu. */
  readonly channel: string;
  /** The latest post of the feed (epoch ms), or null. `cause` is null if the journal no longer has it. */
  readonly last: { readonly at: number; readonly cause: Cause | null } | null;
  /** The latest refused post of the feed, or null. */
  readonly refusal: RefusedPost | null;
  /** The current state of its channel. */
  readonly standing: ChannelStanding;
  /** The quiet hours that hold the feed now. Null or absent outside of quiet hours. */
  readonly quiet?: QuietNow | null;
}

/** Renders `/feed list`: the feeds by channel with their states, notes on all, and menus to choose one. */
export function renderFeedList(feeds: readonly ListedFeed[], notes: readonly string[], language: Language): Layout {
  if (feeds.length === 0) return card(COLOURS.neutral, text(language.say('feed.list.empty'), ...notes));
  const byChannel = Map.groupBy(feeds, ({ feed }) => feed.channelId);
  const entries = [...byChannel].flatMap(([channelId, listed]) => feedEntries(channelId, listed, language));
  const isStopped = feeds.some(({ standing }) => !isOpen(standing));
  return card(
    isStopped ? COLOURS.warning : COLOURS.neutral,
    text(language.say('feed.list.title'), fitList(entries, FEED_LIST_CHARACTERS, andMore(language)), ...notes),
    ...feedMenus(feeds, language).map((menu) => row(menu)),
  );
}

/** Renders a chosen feed with its buttons. */
export function renderChosenFeed(listed: ListedFeed, language: Language): Layout {
  const { feed, standing } = listed;
  const isHeld = feed.paused || standing.stopped !== null;
  return card(
    isOpen(standing) ? COLOURS.neutral : COLOURS.warning,
    text(
      language.say('feed.chosen', { channel: `<#${feed.channelId}>`, feed: formatFeed(listed, language) }),
      ...formatStanding(standing, [feed], language),
      language.say('feed.chosen.edit'),
    ),
    row(
      feedButton('sample', feed, language),
      feedButton(isHeld ? 'resume' : 'pause', feed, language),
      feedButton('remove', feed, language),
    ),
  );
}

/** Formats an entry for each feed of a channel. The first one also has the channel and its state. */
function feedEntries(channelId: string, feeds: readonly ListedFeed[], language: Language): string[] {
  const standing = feeds[0]?.standing;
  const ofChannel = feeds.map(({ feed }) => feed);
  const heading = [
    `**<#${channelId}>**`,
    ...(standing === undefined ? [] : formatStanding(standing, ofChannel, language)),
  ];
  // Indented, so that further lines start below the text instead of the bullet.
  const entries = feeds.map((listed) => `- ${formatFeed(listed, language).replaceAll('\n', '\n  ')}`);
  return entries.map((entry, index) => (index === 0 ? [...heading, entry].join('\n') : entry));
}

function formatFeed({ feed, last, refusal, standing, quiet = null }: ListedFeed, language: Language): string {
  const isFixedNow =
    refusal !== null && !refusal.isOver && standing.stopped === null && isFixed(refusal.code, standing.now);
  const state = [
    ...(feed.roleId === undefined ? [] : [`<@&${feed.roleId}>`]),
    ...(feed.paused ? [language.say('feed.list.paused')] : []),
    ...(quiet === null ? [] : [`🌙 ${formatQuietNow(quiet, language)}`]),
    formatLast(last, language),
    ...(isFixedNow ? [language.say('feed.list.fixed', { when: stamp(refusal.at, 'R') })] : []),
  ];
  const absences = formatAbsences(feed, language).map((line) => `\n${line}`);
  return `${describeFeed(feed, language, LISTED_FEED_CHARACTERS)}${absences.join('')}\n-# ${state.join(' · ')}`;
}

function formatLast(last: ListedFeed['last'], language: Language): string {
  if (last === null) return language.say('feed.list.never');
  const when = stamp(last.at, 'R');
  const what = last.cause && itemOfCause(last.cause, language);
  if (!what) return language.say('feed.list.last-untold', { when });
  return language.say('feed.list.last', { when, what: safe(what, 80) });
}

function itemOfCause(cause: Cause, language: Language): string | null {
  if (cause.kind !== 'change' && cause.kind !== 'sample') return null;
  const { change } = cause;
  if (change.kind === 'auctioned') return nameOfItem(change.auction.item, language);
  if (change.kind === 'traded') return nameOfItem(change.trade.item, language);
  return nameOfItem(change.kind === 'removed' ? change.before.item : change.shop.item, language);
}

function feedMenus(feeds: readonly ListedFeed[], language: Language): APISelectMenuComponent[] {
  const starts = Array.from(
    { length: Math.min(MOST_MENUS, Math.ceil(feeds.length / MOST_MENU_OPTIONS)) },
    (_, n) => n * MOST_MENU_OPTIONS,
  );
  return starts.map((start, index) => ({
    type: ComponentType.StringSelect,
    custom_id: `feed:choose:${index}`,
    placeholder: language.say('feed.list.menu'),
    options: feeds.slice(start, start + MOST_MENU_OPTIONS).map(({ feed, channel }) => ({
      value: feed.id,
      label: clip(`#${channel}: ${unmark(describeFeed(feed, language))}`, MENU_LABEL_CHARACTERS),
    })),
  }));
}

const CHECK_CHARACTERS = 3_700;
const CHECKED_FEED_CHARACTERS = 200;

/** A refused message of a feed. */
export interface RefusedPost {
  readonly at: number;
  /** Discord's JSON error code. */
  readonly code: number;
  /** Whether Discord has accepted another message since. */
  readonly isOver: boolean;
}

interface CheckedFeed {
  readonly feed: Feed;
  readonly refusal: RefusedPost | null;
  /** The reason why its posts cannot mention its role. Null or absent if they can. */
  readonly roleFault?: RoleFault | null;
  /** The quiet hours that hold the feed now. Null or absent outside of quiet hours. */
  readonly quiet?: QuietNow | null;
}

/** A channel with its current state and its feeds. */
export interface CheckedChannel {
  readonly channelId: string;
  readonly standing: ChannelStanding;
  readonly feeds: readonly CheckedFeed[];
}

/** Renders `/feed check`: the obstacles of a server's feeds by channel, how to fix them, and notes on all. */
export function renderFeedCheck(
  channels: readonly CheckedChannel[],
  notes: readonly string[],
  language: Language,
): Layout {
  if (channels.length === 0) return card(COLOURS.neutral, text(language.say('feed.list.empty'), ...notes));
  const found = channels.map((channel) => findingOf(channel, language));
  const isWell = notes.length === 0 && found.every(({ lines }) => lines.length === 0);
  if (isWell) return card(COLOURS.good, text(language.say('feed.check.title'), language.say('feed.check.well')));
  const entries = found.flatMap(({ channelId, isFine, lines }) => {
    const [first = '', ...others] = isFine ? [language.say('feed.check.fine'), ...lines] : lines;
    return [`**<#${channelId}>**\n${first}`, ...others];
  });
  return card(
    notes.length === 0 && found.every(({ isFine }) => isFine) ? COLOURS.neutral : COLOURS.warning,
    text(language.say('feed.check.title'), fitList(entries, CHECK_CHARACTERS, andMore(language)), ...notes),
  );
}

/** Formats the check of a channel. `isFine` says that its feeds can post, perhaps without pictures. */
function findingOf({ channelId, standing, feeds }: CheckedChannel, language: Language) {
  const ofChannel = formatStanding(
    standing,
    feeds.map(({ feed }) => feed),
    language,
  );
  const ofFeeds = feeds.flatMap((one) => linesOfFeed(one, standing, language));
  return {
    channelId,
    isFine: isOpen(standing) && standing.now.kind === 'seen' && ofFeeds.every(({ stops }) => !stops),
    lines: [...ofChannel, ...ofFeeds.map(({ line }) => line)],
  };
}

function linesOfFeed(
  { feed, refusal, roleFault = null, quiet = null }: CheckedFeed,
  { now, stopped }: ChannelStanding,
  language: Language,
): readonly { readonly line: string; readonly stops: boolean }[] {
  const name = describeFeed(feed, language, CHECKED_FEED_CHARACTERS);
  const always = [
    ...(feed.paused ? [{ line: language.say('feed.check.paused', { feed: name }), stops: true }] : []),
    ...(quiet === null
      ? []
      : [
          {
            line: language.say('feed.check.quiet', { feed: name, state: formatQuietNow(quiet, language) }),
            stops: false,
          },
        ]),
    ...(roleFault === null
      ? []
      : [
          {
            line: language.say('feed.check.of', { feed: name, why: formatRoleFault(feed, roleFault, language) }),
            stops: false,
          },
        ]),
  ];
  // The refusal that paused the channel is already in the channel's lines.
  if (refusal === null || stopped !== null) return always;
  const when = stamp(refusal.at, 'R');
  if (refusal.isOver) {
    return [...always, { line: language.say('feed.check.refused-once', { feed: name, when }), stops: false }];
  }
  if (isFixed(refusal.code, now)) {
    return [...always, { line: language.say('feed.check.fixed', { feed: name, when }), stops: false }];
  }
  const why = formatWhy(refusal.code, language);
  return [...always, { line: language.say('feed.check.refused', { feed: name, when, why }), stops: true }];
}
