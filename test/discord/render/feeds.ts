import type { Feed, FeedKind } from '../../../src/routing/feed.ts';
import { BEGAN } from './arbitraries.ts';

/** Returns an unfiltered feed of the kind, in cards. */
export function feedOf(kind: FeedKind, more: Partial<Feed> = {}): Feed {
  return {
    type: 'feed',
    id: `feed-${kind}`,
    guildId: '80351110224678912',
    channelId: '80351110224678913',
    makerId: '80351110224678914',
    kind,
    style: 'cards',
    filter: { containers: true },
    minValue: 0,
    everyMinutes: 0,
    quiet: null,
    locale: 'en-US',
    hasOwnLanguage: false,
    createdAt: BEGAN,
    paused: false,
    ...more,
  };
}
