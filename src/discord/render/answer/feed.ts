import type { APIButtonComponent } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { formatDiamonds } from '../../../language/number.ts';
import type { Feed } from '../../../routing/feed.ts';
import type { FeedForecast } from '../../../subscriptions/feed-forecast.ts';
import { button, COLOURS, card, type Layout, row, text } from '../layout.ts';
import { describeFeed } from '../words/describe.ts';
import { andMore, fitLines, fitList, stamp } from '../words/text.ts';
import { type ChannelStanding, formatStanding, isOpen } from './feed-standing.ts';

const DAYS_A_WEEK = 7;
const FEED_ANSWER_CHARACTERS = 3_000;
const SINGLE_FEED_CHARACTERS = 1_000;

/** An action on a feed. */
type FeedDeed = 'added' | 'changed' | 'reverted' | 'paused' | 'resumed' | 'removed' | 'restored';

export interface FeedAnswer {
  readonly deed: FeedDeed;
  readonly feed: Feed;
  /** Null or absent if it is unknown or not shown. */
  readonly forecast?: FeedForecast | null;
  /** The state of its channel. Absent if it is not shown. */
  readonly standing?: ChannelStanding;
  /** Further lines. */
  readonly more?: readonly string[];
  readonly buttons?: readonly APIButtonComponent[];
}

/** Renders the answer to a moderator who changed a feed: its terms, its obstacles, and the messages to expect. */
export function renderFeed(answer: FeedAnswer, language: Language): Layout {
  const { deed, feed, forecast = null, standing = null, more = [], buttons = [] } = answer;
  const words = { channel: `<#${feed.channelId}>`, feed: describeFeed(feed, language, SINGLE_FEED_CHARACTERS) };
  const lines = [
    language.say(`feed.${deed}`, words),
    ...(feed.roleId === undefined ? [] : [language.say('feed.mentions', { role: `<@&${feed.roleId}>` })]),
    ...(forecast === null ? [] : formatForecast(forecast, language)),
    ...(standing === null ? [] : formatStanding(standing, [feed], language, 'feed.lacking')),
    ...more,
  ];
  const isStopped = standing !== null && !isOpen(standing);
  const colour = isStopped ? COLOURS.warning : deed === 'removed' || deed === 'paused' ? COLOURS.neutral : COLOURS.good;
  return card(colour, text(fitLines(lines, FEED_ANSWER_CHARACTERS)), row(...buttons));
}

/** Returns a button with an action on a feed. */
export function feedButton(action: 'sample' | 'pause' | 'resume' | 'remove', { id }: Feed, language: Language) {
  return button(language.say(`feed.button.${action}`), `feed:${action}:${id}`, {
    style: action === 'remove' ? 'danger' : 'usual',
  });
}

/** Returns *Undo*, which reverts the feeds of the step under `key`. */
export function undoButton(key: string, language: Language): APIButtonComponent {
  return button(language.say('feed.button.undo'), `feed:restore:${key}`);
}

/** Formats the number of messages to expect. */
export function formatForecast(forecast: FeedForecast, language: Language): string[] {
  if (forecast.kind === 'unknown') return [language.say('feed.forecast.unknown')];
  const since = stamp(forecast.since, 'f');
  if (forecast.kind === 'so-far') return [formatMessagesSince(forecast.messages, since, language)];
  const { perDay, fewer } = forecast;
  if (perDay === 0) return [language.say('feed.forecast.nothing', { since })];
  const rate =
    perDay < 1
      ? language.say('feed.forecast.week', { n: Math.max(1, Math.round(perDay * DAYS_A_WEEK)) })
      : language.say('feed.forecast.day', { n: roughly(perDay) });
  if (fewer === null) return [rate];
  const least = { diamonds: formatDiamonds(fewer.minValue, language), n: roughly(fewer.perDay) };
  return [rate, language.say('feed.forecast.fewer', least)];
}

function formatMessagesSince(messages: number, since: string, language: Language): string {
  if (messages === 0) return language.say('feed.forecast.nothing', { since });
  return language.say('feed.forecast.since', { n: messages, since });
}

/** Rounds to two digits, because the forecast is no more precise. */
function roughly(n: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, n))) - 1);
  return Math.max(1, Math.round(n / unit) * unit);
}

const SEVERAL_FEEDS_CHARACTERS = 1_500;
const CHARACTERS_PER_FEED_OF_SEVERAL = 200;

interface FeedsAnswer {
  readonly deed: 'changed' | 'paused' | 'resumed' | 'removed' | 'reverted';
  readonly feeds: readonly Feed[];
  /** The number of unchanged feeds, because the member may not change them or their server has an equal one. */
  readonly others: number;
  readonly more?: readonly string[];
  readonly buttons?: readonly APIButtonComponent[];
}

/** Renders the answer to a moderator who changed several feeds at once, by channel. */
export function renderFeeds({ deed, feeds, others, more = [], buttons = [] }: FeedsAnswer, language: Language): Layout {
  const lines = [...Map.groupBy(feeds, ({ channelId }) => channelId)].flatMap(([channelId, there]) =>
    there.map((feed, index) => {
      const line = `- ${describeFeed(feed, language, CHARACTERS_PER_FEED_OF_SEVERAL)}`;
      return index === 0 ? `**<#${channelId}>**\n${line}` : line;
    }),
  );
  return card(
    deed === 'removed' || deed === 'paused' ? COLOURS.neutral : COLOURS.good,
    text(
      language.say(`feed.all-${deed}`, { n: feeds.length }),
      fitList(lines, SEVERAL_FEEDS_CHARACTERS, andMore(language)),
      ...more,
      others > 0 && language.say(deed === 'reverted' ? 'feed.all-kept' : 'feed.all-not-yours', { n: others }),
    ),
    buttons.length > 0 ? row(...buttons) : null,
  );
}
