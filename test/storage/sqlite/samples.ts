import type { Feed } from '../../../src/routing/feed.ts';
import type { Watch } from '../../../src/routing/watch.ts';

export const feed: Feed = {
  type: 'feed',
  id: 'f1',
  guildId: '100',
  channelId: '200',
  makerId: '300',
  kind: 'trades',
  style: 'cards',
  filter: {
    item: { type: 'ENCHANTED_BOOK', key: '0123456789abcdef' },
    enchantments: [{ id: 'sharpness', comparison: 'at-least', level: 5 }],
    maxPrice: 2.5,
    containers: true,
  },
  minValue: 10,
  everyMinutes: 0,
  quiet: null,
  locale: 'de',
  hasOwnLanguage: false,
  createdAt: 1_700_000_000_000,
  paused: false,
};

export const watch: Watch = {
  type: 'watch',
  id: 'w1',
  userId: '400',
  item: { type: 'SLIME_BLOCK' },
  trigger: 'at-or-below',
  price: 0.25,
  filter: { item: { type: 'SLIME_BLOCK' }, containers: false },
  repeat: 'recurring',
  cooldownMinutes: 60,
  expiresAt: null,
  snoozedUntil: null,
  locale: 'en-GB',
  createdAt: 1_700_000_000_000,
  paused: false,
};
