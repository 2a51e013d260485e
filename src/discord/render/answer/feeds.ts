import type { APIButtonComponent } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { Feed } from '../../../routing/feed.ts';
import { COLOURS, card, type Layout, row, text } from '../layout/layout.ts';
import { describeFeed } from '../words/describe.ts';
import { andMore, fitList } from '../words/fit.ts';

const MOST_CHARACTERS = 1_500;
const LONGEST = 200;

interface FeedsAnswer {
  readonly deed: 'changed' | 'paused' | 'resumed' | 'removed' | 'reverted';
  readonly feeds: readonly Feed[];
  /** How many feeds stay as they were, because the member may not change them, or their server has a like one. */
  readonly others: number;
  readonly more?: readonly string[];
  readonly buttons?: readonly APIButtonComponent[];
}

/** Answers the moderator who changed several feeds at once: which ones, by channel. */
export function renderFeeds({ deed, feeds, others, more = [], buttons = [] }: FeedsAnswer, language: Language): Layout {
  const lines = [...Map.groupBy(feeds, ({ channelId }) => channelId)].flatMap(([channelId, there]) =>
    there.map((feed, index) => {
      const line = `- ${describeFeed(feed, language, LONGEST)}`;
      return index === 0 ? `**<#${channelId}>**\n${line}` : line;
    }),
  );
  return card(
    deed === 'removed' || deed === 'paused' ? COLOURS.neutral : COLOURS.good,
    text(
      language.say(`feed.all-${deed}`, { n: feeds.length }),
      fitList(lines, MOST_CHARACTERS, andMore(language)),
      ...more,
      others > 0 && language.say(deed === 'reverted' ? 'feed.all-kept' : 'feed.all-not-yours', { n: others }),
    ),
    buttons.length > 0 ? row(...buttons) : null,
  );
}
