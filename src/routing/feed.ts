import type { Filter } from '../market/search/filter.ts';
import type { Absences } from './absence.ts';
import type { QuietHours } from './quiet.ts';

/** Kinds of feeds: events, changes of shops, the game server's health, and banned paintings for moderators. */
export const FEED_KINDS = [
  'auctions',
  'purchases',
  'sales',
  'trades',
  'listings',
  'restocks',
  'price-drops',
  'sold-out',
  'health',
  'banned-paintings',
  'deals',
] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** Kinds that report payments, which may have a least value. */
export const PAID_KINDS: readonly FeedKind[] = ['auctions', 'purchases', 'sales', 'trades'];

export const FEED_STYLES = ['cards', 'compact'] as const;
export type FeedStyle = (typeof FEED_STYLES)[number];

/** Permissions that feeds need, as the catalogue names them. Without `attach-files`, feeds post without pictures. */
export const FEED_PERMISSIONS = [
  'view',
  'send',
  'send-in-threads',
  'embed',
  'attach-files',
  'manage-channels',
] as const;
export type FeedPermission = (typeof FEED_PERMISSIONS)[number];

/** A channel's subscription. */
export interface Feed {
  readonly type: 'feed';
  readonly id: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly makerId: string;
  readonly kind: FeedKind;
  readonly style: FeedStyle;
  readonly filter: Filter;
  /** Least total payment in diamonds. */
  readonly minValue: number;
  /** `deals` only: the least discount from the worth in per cent, 1-99. Absent: 25 (`DEFAULT_DEAL_TERMS`). */
  readonly discount?: number;
  /** `deals` only: the least saving in diamonds. Absent: 0.1 (`DEFAULT_DEAL_TERMS`). */
  readonly minSaving?: number;
  /** Length of the window whose notices are gathered into one message; 0 delivers at once. */
  readonly everyMinutes: number;
  /** Notices of quiet hours are delivered after them. Null if there are none. */
  readonly quiet: QuietHours | null;
  /** The language of the posts, a BCP 47 tag. */
  readonly locale: string;
  /** A user chose the language. Otherwise it follows the server's. */
  readonly hasOwnLanguage: boolean;
  readonly createdAt: number;
  readonly paused: boolean;
  /** The role that its posts mention. Absent if none. */
  readonly roleId?: string;
  /** The feed's posts are published to the channels that follow its announcement channel. */
  readonly publishes?: true;
  /** Parts of the filter that have left the list of shops. Absent if none has. */
  readonly absences?: Absences;
}
