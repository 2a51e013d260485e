import type { Feed } from '../../src/routing/feed.ts';
import type { Watch } from '../../src/routing/watch.ts';

export function feed(id: string, more: Partial<Feed> = {}): Feed {
  return {
    type: 'feed',
    id,
    guildId: '100',
    channelId: '200',
    makerId: '300',
    kind: 'trades',
    style: 'cards',
    filter: { containers: true },
    minValue: 0,
    everyMinutes: 0,
    quiet: null,
    locale: 'en-GB',
    hasOwnLanguage: false,
    createdAt: 0,
    paused: false,
    ...more,
  };
}

/** User 400 waits for slime blocks at 5 diamonds or less. */
export function watch(id: string, more: Partial<Watch> = {}): Watch {
  const item = more.item === undefined ? { type: 'SLIME_BLOCK' } : more.item;
  return {
    type: 'watch',
    id,
    userId: '400',
    trigger: 'at-or-below',
    price: 5,
    repeat: 'recurring',
    cooldownMinutes: 0,
    expiresAt: null,
    snoozedUntil: null,
    locale: 'en-GB',
    createdAt: 0,
    paused: false,
    ...more,
    item,
    filter: { containers: true, ...more.filter, ...(item && { item }) },
  };
}
