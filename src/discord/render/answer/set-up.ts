import type { Language } from '../../../language/language.ts';
import { givenDiamonds } from '../../../language/number.ts';
import { type Feed, type FeedPermission, PAID_KINDS } from '../../../routing/feed.ts';
import type { FeedForecast } from '../../../subscriptions/feed-forecast.ts';
import { button } from '../layout/controls.ts';
import { COLOURS, card, type Layout, row, text } from '../layout/layout.ts';
import { describeFeed, nameKinds } from '../words/describe.ts';
import { andMore, fitList } from '../words/fit.ts';
import { formatForecast } from './feed.ts';
import { formatLacking, stoppingFeeds } from './feed-standing.ts';

const MOST_CHARACTERS = 3_500;

/** A channel that was set up: its new feeds, each with its forecast, and the permissions that Crier lacks there. */
export interface SetUpChannel {
  readonly channelId: string;
  readonly feeds: readonly { readonly feed: Feed; readonly forecast: FeedForecast | null }[];
  readonly lacking: readonly FeedPermission[];
}

/**
 * - `minValue`: the minimum in diamonds that was asked for, 0 if none.
 * - `isIncomplete`: the second channel was left out, because a part of it was missing.
 * - `most`: how many feeds a server can have, if it has so many now. null if it has room.
 */
interface SetUpAnswer {
  readonly channels: readonly SetUpChannel[];
  readonly minValue: number;
  readonly isIncomplete: boolean;
  readonly most: number | null;
}

/** The answer to the form behind *Set up channels*. */
export function renderSetUp({ channels, minValue, isIncomplete, most }: SetUpAnswer, language: Language): Layout {
  const made = channels.filter(({ feeds }) => feeds.length > 0);
  const isLacking = made.some(({ lacking }) => stoppingFeeds(lacking).length > 0);
  const lines = made.flatMap(({ channelId, feeds, lacking }) => [
    `**<#${channelId}>**`,
    ...feeds.map(({ feed, forecast }) => {
      const expected = forecast === null ? [] : formatForecast(forecast, language);
      return [`- ${describeFeed(feed, language)}`, ...expected.map((line) => `  -# ${line}`)].join('\n');
    }),
    ...formatLacking(
      'feed.lacking',
      lacking,
      feeds.map(({ feed }) => feed),
      language,
    ),
  ]);
  const kinds = made.flatMap(({ feeds }) => feeds.map(({ feed }) => feed.kind));
  const unpaid = [...new Set(kinds.filter((kind) => !PAID_KINDS.includes(kind)))];
  const least = { diamonds: givenDiamonds(minValue, language), kinds: nameKinds(unpaid, language) };
  return card(
    isLacking ? COLOURS.warning : COLOURS.good,
    text(
      language.say('setup.done'),
      made.length > 0 ? fitList(lines, MOST_CHARACTERS, andMore(language)) : language.say('setup.nothing-new'),
      minValue > 0 && unpaid.length > 0 && language.say('setup.min-value-unused', least),
      isIncomplete && language.say('setup.incomplete'),
      most !== null && `⚠️ ${language.say('feed.error.most', { n: most })}`,
    ),
    row(button(language.say('setup.more'), 'feed:setup:')),
    text(language.say('setup.next')),
  );
}
