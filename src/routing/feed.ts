import type { Filter } from '../market/filter.ts';

/** What a feed tells of; the kinds from snapshot differences and of the service's health come with a later step. */
export const FEED_KINDS = ['auctions', 'purchases', 'sales', 'trades'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

export const FEED_STYLES = ['cards', 'compact'] as const;
export type FeedStyle = (typeof FEED_STYLES)[number];

/** A channel's subscription. `minValue`: diamonds paid in total at least. `everyMinutes`: gather, then tell together; 0 at once. */
export interface Feed {
  readonly id: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly makerId: string;
  readonly kind: FeedKind;
  readonly style: FeedStyle;
  readonly filter: Filter;
  readonly minValue: number;
  readonly everyMinutes: number;
  /** BCP 47; the server's. */
  readonly locale: string;
  readonly createdAt: number;
  readonly paused: boolean;
}
