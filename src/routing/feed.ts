import type { Filter } from '../market/search/filter.ts';
import type { Absences } from './absence.ts';
import type { QuietHours } from './quiet.ts';

/** What a feed tells of: events, differences of snapshots, the game server's health, and what moderators look after. */
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

/** Kinds that tell of something paid, which may have a least value. */
export const PAID_KINDS: readonly FeedKind[] = ['auctions', 'purchases', 'sales', 'trades'];

export const FEED_STYLES = ['cards', 'compact'] as const;
export type FeedStyle = (typeof FEED_STYLES)[number];

/** Permissions that feeds need, as the catalogue names them. Without `attach-files` they go on, without pictures. */
export const FEED_PERMISSIONS = [
  'view',
  'send',
  'send-in-threads',
  'embed',
  'attach-files',
  'manage-channels',
] as const;
export type FeedPermission = (typeof FEED_PERMISSIONS)[number];

/** A channel's subscription. `minValue`: diamonds paid in total at least. `everyMinutes`: gather, then tell together; 0 at once. */
export interface Feed {
  readonly type: 'feed';
  readonly id: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly makerId: string;
  readonly kind: FeedKind;
  readonly style: FeedStyle;
  readonly filter: Filter;
  readonly minValue: number;
  /** `deals` only: per cent under the worth at least, 1-99. Absent: 25 (`USUAL_TERMS`). */
  readonly discount?: number;
  /** `deals` only: diamonds saved at least. Absent: 0.1 (`USUAL_TERMS`). */
  readonly minSaving?: number;
  readonly everyMinutes: number;
  /** null: none. What comes in it is delivered after. */
  readonly quiet: QuietHours | null;
  /** BCP 47. */
  readonly locale: string;
  /** Whether a person chose the language; else it follows the server's. */
  readonly hasOwnLanguage: boolean;
  readonly createdAt: number;
  readonly paused: boolean;
  /** The role that its posts mention; absent if none. */
  readonly roleId?: string;
  /** Whether its posts are published to the channels that follow its announcement channel. */
  readonly publishes?: true;
  /** Parts of the filter that have left the list of shops; absent if none has. */
  readonly absences?: Absences;
}
