import type { Language } from '../../../language/language.ts';
import type { Feed } from '../../../routing/feed.ts';
import { card, type Layout, text } from '../layout/layout.ts';
import { COLOURS } from '../layout/theme.ts';
import { andMore } from '../words/and-more.ts';
import { describeFeed } from '../words/describe.ts';
import { fitList, stamp } from '../words/text.ts';
import { type FeedPermission, formatPermissions, formatWhy } from './feed.ts';

const MOST_CHARACTERS = 3_700;
const LONGEST = 200;

/** Discord's no to a message of a feed. `code`: its JSON error code. `isOver`: it took another since. */
export interface Refusal {
  readonly at: number;
  readonly code: number;
  readonly isOver: boolean;
}

/** A channel with feeds, as far as Crier can see. `lacking` null: it cannot see the channel at all. `stopped`: Discord's refusal of all of it. */
export interface CheckedChannel {
  readonly channelId: string;
  readonly lacking: readonly FeedPermission[] | null;
  readonly stopped: Pick<Refusal, 'at' | 'code'> | null;
  readonly feeds: readonly { readonly feed: Feed; readonly refusal: Refusal | null }[];
}

/** `/feed check`: what stops the feeds of a server, by channel, each with its cure. `notes`: what is said of all. */
export function renderFeedCheck(
  channels: readonly CheckedChannel[],
  notes: readonly string[],
  language: Language,
): Layout {
  if (channels.length === 0) return card(COLOURS.neutral, text(language.say('feed.list.empty'), ...notes));
  const found = channels.map((channel) => ({ ...channel, lines: linesOf(channel, language) }));
  const isWell = notes.length === 0 && found.every(({ lines }) => lines.length === 0);
  if (isWell) return card(COLOURS.good, text(language.say('feed.check.title'), language.say('feed.check.well')));
  const entries = found.flatMap(({ channelId, lines }) => {
    const [first = language.say('feed.check.fine'), ...others] = lines;
    return [`**<#${channelId}>**\n${first}`, ...others];
  });
  return card(
    COLOURS.warning,
    text(language.say('feed.check.title'), fitList(entries, MOST_CHARACTERS, andMore(language)), ...notes),
  );
}

function linesOf({ lacking, stopped, feeds }: CheckedChannel, language: Language): string[] {
  const lines: string[] = [];
  if (lacking === null) lines.push(language.say('feed.check.unseen'));
  else if (lacking.length > 0) {
    lines.push(language.say('feed.check.lacking', { permissions: formatPermissions(lacking, language) }));
  }
  if (stopped !== null) {
    const why = formatWhy(stopped.code, language);
    lines.push(language.say('feed.check.stopped', { when: stamp(stopped.at, 'R'), why }));
  }
  return [...lines, ...feeds.flatMap((one) => linesOfFeed(one, stopped !== null, language))];
}

function linesOfFeed(
  { feed, refusal }: CheckedChannel['feeds'][number],
  isStopped: boolean,
  language: Language,
): string[] {
  const name = describeFeed(feed, language, LONGEST);
  const lines = feed.paused ? [language.say('feed.check.paused', { feed: name })] : [];
  // What stopped the whole channel is told once.
  if (refusal === null || isStopped) return lines;
  const when = stamp(refusal.at, 'R');
  if (refusal.isOver) return [...lines, language.say('feed.check.refused-once', { feed: name, when })];
  return [...lines, language.say('feed.check.refused', { feed: name, when, why: formatWhy(refusal.code, language) })];
}
