import type { APIButtonComponent } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { diamonds } from '../../../language/number.ts';
import type { Feed } from '../../../routing/feed.ts';
import type { FeedForecast } from '../../../subscriptions/feed-forecast.ts';
import { button } from '../layout/controls.ts';
import { COLOURS, card, type Layout, row, text } from '../layout/layout.ts';
import { describeFeed } from '../words/describe.ts';
import { fitLines } from '../words/fit.ts';
import { stamp } from '../words/text.ts';
import { formatStanding, isOpen, type Standing } from './feed-standing.ts';

const DAYS_A_WEEK = 7;
const MOST_CHARACTERS = 3_000;
const LONGEST = 1_000;

/** What was done to a feed. */
type FeedDeed = 'added' | 'changed' | 'reverted' | 'paused' | 'resumed' | 'removed' | 'restored';

export interface FeedAnswer {
  readonly deed: FeedDeed;
  readonly feed: Feed;
  /** null: nothing foretells it, or it is not asked. */
  readonly forecast?: FeedForecast | null;
  /** How its channel stands; missing where the answer does not say it. */
  readonly standing?: Standing;
  /** Further lines. */
  readonly more?: readonly string[];
  readonly buttons?: readonly APIButtonComponent[];
}

/** Answers the moderator who made or changed a feed: what it posts, what stops it, how many messages to expect. */
export function renderFeed(answer: FeedAnswer, language: Language): Layout {
  const { deed, feed, forecast = null, standing = null, more = [], buttons = [] } = answer;
  const words = { channel: `<#${feed.channelId}>`, feed: describeFeed(feed, language, LONGEST) };
  const lines = [
    language.say(`feed.${deed}`, words),
    ...(feed.roleId === undefined ? [] : [language.say('feed.mentions', { role: `<@&${feed.roleId}>` })]),
    ...(forecast === null ? [] : formatForecast(forecast, language)),
    ...(standing === null ? [] : formatStanding(standing, [feed], language, 'feed.lacking')),
    ...more,
  ];
  const isStopped = standing !== null && !isOpen(standing);
  const colour = isStopped ? COLOURS.warning : deed === 'removed' || deed === 'paused' ? COLOURS.neutral : COLOURS.good;
  return card(colour, text(fitLines(lines, MOST_CHARACTERS)), row(...buttons));
}

/** A button about a feed: what it does is its label. */
export function feedButton(action: 'sample' | 'pause' | 'resume' | 'remove', { id }: Feed, language: Language) {
  return button(language.say(`feed.button.${action}`), `feed:${action}:${id}`, {
    style: action === 'remove' ? 'danger' : 'usual',
  });
}

/** *Undo*: puts the feeds of a step back as they were. @param key of the step */
export function undoButton(key: string, language: Language): APIButtonComponent {
  return button(language.say('feed.button.undo'), `feed:restore:${key}`);
}

/** The lines on how many messages to expect. */
export function formatForecast(forecast: FeedForecast, language: Language): string[] {
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
