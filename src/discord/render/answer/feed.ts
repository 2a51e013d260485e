import type { APIButtonComponent } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { PlainKey } from '../../../language/message-arguments.ts';
import { diamonds } from '../../../language/number.ts';
import type { Feed } from '../../../routing/feed.ts';
import type { FeedForecast } from '../../../subscriptions/feed-forecast.ts';
import { formatRefusal, formatRemedy } from '../alert/paused.ts';
import { button } from '../layout/button.ts';
import { card, type Layout, row, text } from '../layout/layout.ts';
import { COLOURS } from '../layout/theme.ts';
import { describeFeed } from '../words/describe.ts';
import { fitLines, stamp } from '../words/text.ts';

const DAYS_A_WEEK = 7;
const MOST_CHARACTERS = 3_000;
const LONGEST = 1_000;

/** What was done to a feed. */
export type FeedDeed = 'added' | 'changed' | 'paused' | 'resumed' | 'removed' | 'restored';

/** A permission that a feed needs, as the catalogue names it. Without `attach-files` it goes on, without pictures. */
export type FeedPermission = 'view' | 'send' | 'send-in-threads' | 'embed' | 'attach-files' | 'manage-channels';

export interface FeedAnswer {
  readonly deed: FeedDeed;
  readonly feed: Feed;
  /** null: nothing foretells it, or it is not asked. */
  readonly forecast?: FeedForecast | null;
  /** What Crier lacks in the channel. */
  readonly lacking?: readonly FeedPermission[];
  /** Why Discord refuses the channel, as its JSON error code; null: it does not. */
  readonly refusal?: number | null;
  /** Further lines. */
  readonly more?: readonly string[];
  readonly buttons?: readonly APIButtonComponent[];
}

/** The answer to whoever made or changed a feed: what it posts now, what stops it, what to expect. */
export function renderFeed(answer: FeedAnswer, language: Language): Layout {
  const { deed, feed, forecast = null, lacking = [], refusal = null, more = [], buttons = [] } = answer;
  const words = { channel: `<#${feed.channelId}>`, feed: describeFeed(feed, language, LONGEST) };
  const lines = [
    language.say(`feed.${deed}`, words),
    ...(forecast === null ? [] : formatForecast(forecast, language)),
    ...formatLacking('feed.lacking', lacking, [feed], language),
    ...(refusal === null ? [] : [language.say('feed.stopped', { why: formatWhy(refusal, language) })]),
    ...more,
  ];
  const isStopped = stoppingFeeds(lacking).length > 0 || refusal !== null;
  const colour = isStopped ? COLOURS.warning : deed === 'removed' || deed === 'paused' ? COLOURS.neutral : COLOURS.good;
  return card(colour, text(fitLines(lines, MOST_CHARACTERS)), row(...buttons));
}

/** A button about a feed: what it does is its label. */
export function feedButton(action: 'sample' | 'pause' | 'resume' | 'remove', { id }: Feed, language: Language) {
  return button(language.say(`feed.button.${action}`), `feed:${action}:${id}`, {
    style: action === 'remove' ? 'danger' : 'usual',
  });
}

/** The missing permissions without which nothing can be posted. */
export function stoppingFeeds(lacking: readonly FeedPermission[]): readonly FeedPermission[] {
  return lacking.filter((permission) => permission !== 'attach-files');
}

/** A sentence on the permissions that stop these feeds of a channel, and one if only their pictures are missing. */
export function formatLacking(
  key: 'feed.lacking' | 'feed.check.lacking',
  lacking: readonly FeedPermission[],
  feeds: readonly Feed[],
  language: Language,
): readonly string[] {
  const stopping = stoppingFeeds(lacking);
  if (stopping.length > 0) return [language.say(key, { permissions: formatPermissions(lacking, language) })];
  const showPictures = feeds.some(({ kind }) => kind !== 'health');
  if (lacking.length === 0 || !showPictures) return [];
  return [language.say('feed.no-pictures', { permission: formatPermissions(lacking, language) })];
}

/** `View Channel and Embed Links`, in bold. */
export function formatPermissions(permissions: readonly FeedPermission[], language: Language): string {
  return language.and(permissions.map((one) => `**${language.say(permissionKey(one))}**`));
}

/** Why Discord refuses a channel, and what can be done about it. */
export function formatWhy(code: number, language: Language): string {
  return language.say('feed.why', { why: formatRefusal(code, language), remedy: formatRemedy(code, language) });
}

function permissionKey(permission: FeedPermission): PlainKey {
  return `feed.permission.${permission}`;
}

function formatForecast(forecast: FeedForecast, language: Language): string[] {
  if (forecast.kind === 'unknown') return [language.say('feed.forecast.unknown')];
  const since = stamp(forecast.since, 'f');
  if (forecast.kind === 'so-far') return [formatSince(forecast.messages, since, language)];
  const { perDay, fewer } = forecast;
  if (perDay === 0) return [language.say('feed.forecast.nothing', { since })];
  const rate =
    perDay < 1
      ? language.say('feed.forecast.week', { n: Math.max(1, Math.round(perDay * DAYS_A_WEEK)) })
      : language.say('feed.forecast.day', { n: roughly(perDay) });
  if (fewer === null) return [rate];
  const least = { diamonds: diamonds(fewer.minValue, language), n: roughly(fewer.perDay) };
  return [rate, language.say('feed.forecast.fewer', least)];
}

function formatSince(messages: number, since: string, language: Language): string {
  if (messages === 0) return language.say('feed.forecast.nothing', { since });
  return language.say('feed.forecast.since', { n: messages, since });
}

/** Two digits of it: more would promise more than anybody knows. */
function roughly(n: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, n))) - 1);
  return Math.max(1, Math.round(n / unit) * unit);
}
