import type { Language } from '../../../language/language.ts';
import type { Feed } from '../../../routing/feed.ts';
import { button } from '../layout/button.ts';
import { card, type Layout, row, text } from '../layout/layout.ts';
import { COLOURS } from '../layout/theme.ts';
import { andMore } from '../words/and-more.ts';
import { describeFeed } from '../words/describe.ts';
import { fitList } from '../words/text.ts';
import { type FeedPermission, formatLacking, stoppingFeeds } from './feed-standing.ts';

const MOST_CHARACTERS = 3_500;

/** A channel that was set up: the feeds that are new there, and what Crier lacks to post them. */
export interface SetUpChannel {
  readonly channelId: string;
  readonly feeds: readonly Feed[];
  readonly lacking: readonly FeedPermission[];
}

/** The answer to the form behind *Set up channels*. `most`: the server has so many feeds now, and can have no more; null: it can. */
export function renderSetUp(channels: readonly SetUpChannel[], most: number | null, language: Language): Layout {
  const made = channels.filter(({ feeds }) => feeds.length > 0);
  const isLacking = made.some(({ lacking }) => stoppingFeeds(lacking).length > 0);
  const lines = made.flatMap(({ channelId, feeds, lacking }) => [
    `**<#${channelId}>**`,
    ...feeds.map((feed) => `- ${describeFeed(feed, language)}`),
    ...formatLacking('feed.lacking', lacking, feeds, language),
  ]);
  return card(
    isLacking ? COLOURS.warning : COLOURS.good,
    text(
      language.say('setup.done'),
      made.length > 0 ? fitList(lines, MOST_CHARACTERS, andMore(language)) : language.say('setup.nothing-new'),
      most !== null && `⚠️ ${language.say('feed.error.most', { n: most })}`,
    ),
    row(button(language.say('setup.more'), 'feed:setup:')),
    text(language.say('setup.next')),
  );
}
