import type { Language } from '../../../language/language.ts';
import type { Feed } from '../../../routing/feed.ts';
import type { RetriedRefusal } from '../../../routing/retried-refusal.ts';
import { formatRetried } from '../alert/paused.ts';
import { card, type Layout, text } from '../layout/layout.ts';
import { COLOURS } from '../layout/theme.ts';
import { andMore } from '../words/and-more.ts';
import { describeFeed } from '../words/describe.ts';
import { fitList, stamp } from '../words/text.ts';
import { type FeedPermission, formatLacking, formatWhy, stoppingFeeds } from './feed.ts';

const MOST_CHARACTERS = 3_700;
const LONGEST = 200;

/** Discord's no to a message of a feed. `code`: its JSON error code. `isOver`: it took another since. */
export interface Refusal {
  readonly at: number;
  readonly code: number;
  readonly isOver: boolean;
}

/** A channel with feeds, as far as Crier can see. `lacking` null: it cannot see the channel at all. `stopped`: Discord's refusal of all of it. `retried`: one that Crier retries. */
export interface CheckedChannel {
  readonly channelId: string;
  readonly lacking: readonly FeedPermission[] | null;
  readonly stopped: Pick<Refusal, 'at' | 'code'> | null;
  readonly retried: RetriedRefusal | null;
  readonly feeds: readonly { readonly feed: Feed; readonly refusal: Refusal | null }[];
}

/** `/feed check`: what stops the feeds of a server, by channel, each with its cure. `notes`: what is said of all. */
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
    text(language.say('feed.check.title'), fitList(entries, MOST_CHARACTERS, andMore(language)), ...notes),
  );
}

/** The check's message on a channel. `isFine`: nothing stops its feeds, though they may post without pictures. */
function findingOf({ channelId, lacking, stopped, retried, feeds }: CheckedChannel, language: Language) {
  const ofPermissions =
    lacking === null
      ? [language.say('feed.check.unseen')]
      : formatLacking(
          'feed.check.lacking',
          lacking,
          Array.from(feeds, ({ feed }) => feed),
          language,
        );
  const ofPause =
    stopped === null
      ? retried === null
        ? []
        : [formatRetried(retried, language)]
      : [language.say('feed.check.stopped', { when: stamp(stopped.at, 'R'), why: formatWhy(stopped.code, language) })];
  const ofFeeds = feeds.flatMap((one) => linesOfFeed(one, stopped !== null, language));
  const canPost = lacking !== null && stoppingFeeds(lacking).length === 0;
  return {
    channelId,
    isFine: canPost && ofPause.length === 0 && ofFeeds.length === 0,
    lines: [...ofPermissions, ...ofPause, ...ofFeeds],
  };
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
