import type { Language } from '../../../language/language.ts';
import type { Feed } from '../../../routing/feed.ts';
import { COLOURS, card, type Layout, text } from '../layout/layout.ts';
import { describeFeed } from '../words/describe.ts';
import { andMore, fitList } from '../words/fit.ts';
import { stamp } from '../words/text.ts';
import {
  formatQuietNow,
  formatRoleFault,
  formatStanding,
  formatWhy,
  isFixed,
  isOpen,
  type QuietNow,
  type RoleFault,
  type Standing,
} from './feed-standing.ts';

const MOST_CHARACTERS = 3_700;
const LONGEST = 200;

/** A refused message of a feed. `code`: Discord's JSON error code. `isOver`: Discord accepted another one since. */
export interface Refusal {
  readonly at: number;
  readonly code: number;
  readonly isOver: boolean;
}

/** `roleFault`: why its posts go without its role. `quiet`: its quiet hours, null or missing if it is in none. */
interface CheckedFeed {
  readonly feed: Feed;
  readonly refusal: Refusal | null;
  readonly roleFault?: RoleFault | null;
  readonly quiet?: QuietNow | null;
}

/** A channel with feeds, how it stands now, and the latest refused post of each feed. */
export interface CheckedChannel {
  readonly channelId: string;
  readonly standing: Standing;
  readonly feeds: readonly CheckedFeed[];
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
  { now, stopped }: Standing,
  language: Language,
): readonly { readonly line: string; readonly stops: boolean }[] {
  const name = describeFeed(feed, language, LONGEST);
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
  // The refusal that stopped the whole channel is reported once.
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
