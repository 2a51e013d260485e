import type { Language } from '../../../language/language.ts';
import type { Feed, FeedKind } from '../../../routing/feed.ts';
import { button, COLOURS, card, type Layout, row, separator, text } from '../layout.ts';
import { describeFeed, nameKinds } from '../words/describe.ts';
import { andMore, fitList } from '../words/text.ts';
import { type ChannelStanding, formatStanding, isOpen } from './feed-standing.ts';

/** Limits each of the two lists, so that the whole message stays below Discord's 4,000. */
const GREETING_LIST_CHARACTERS = 1_500;
const RETURNED_FEED_CHARACTERS = 200;
/** The kinds that the greeting names as examples. */
const NAMED_KINDS: readonly FeedKind[] = ['auctions', 'trades', 'listings'];

/** A feed of a server that the bot joined again. `isPrivate` says that some members cannot see its channel. */
export interface ReturnedFeed {
  readonly feed: Feed;
  readonly standing: ChannelStanding;
  readonly isPrivate: boolean;
}

/**
 * Renders the greeting to a server that Crier joined.
 *
 * @param feeds the feeds of an earlier membership, of which the greeting lists the resumed and the stopped ones
 */
export function renderGreeting(language: Language, feeds: readonly ReturnedFeed[] = []): Layout {
  const setUp = row(button(language.say('greeting.button'), 'feed:setup:', { style: 'main' }));
  if (feeds.length === 0) {
    return card(
      COLOURS.neutral,
      text(language.say('greeting.hello')),
      separator(),
      text(language.say('greeting.moderators', { kinds: nameKinds(NAMED_KINDS, language) })),
      setUp,
    );
  }
  const shown = feeds.filter(({ isPrivate }) => !isPrivate);
  const goesOn = ({ feed, standing }: ReturnedFeed) => !feed.paused && isOpen(standing);
  const [on, off] = [shown.filter(goesOn), shown.filter((one) => !goesOn(one))];
  const hidden = feeds.length - shown.length;
  return card(
    off.length === 0 ? COLOURS.neutral : COLOURS.warning,
    text(language.say('greeting.back')),
    text(
      on.length > 0 && language.say('greeting.back.on', { n: on.length }),
      on.length > 0 && formatReturnedFeeds(on, language),
    ),
    text(
      off.length > 0 && language.say('greeting.back.off', { n: off.length }),
      off.length > 0 && formatReturnedFeeds(off, language),
      hidden > 0 && language.say('greeting.back.private', { n: hidden }),
      off.length > 0 && language.say('greeting.back.next'),
    ),
    setUp,
  );
}

/** Lists feeds by channel, with the obstacle of each channel. */
function formatReturnedFeeds(returned: readonly ReturnedFeed[], language: Language): string {
  const entries = [...Map.groupBy(returned, ({ feed }) => feed.channelId)].flatMap(([channelId, there]) => {
    const feeds = there.map(({ feed }) => feed);
    const ofChannel = there.slice(0, 1).flatMap(({ standing }) => formatStanding(standing, feeds, language));
    return feeds.map((feed, index) => {
      const held = feed.paused ? ` · ${language.say('feed.list.paused')}` : '';
      const line = `- ${describeFeed(feed, language, RETURNED_FEED_CHARACTERS)}${held}`;
      return index === 0 ? [`**<#${channelId}>**`, ...ofChannel, line].join('\n') : line;
    });
  });
  return fitList(entries, GREETING_LIST_CHARACTERS, andMore(language));
}
