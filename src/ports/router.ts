import type { Change } from '../market/change.ts';
import type { Cause, Routed } from '../routing/notice.ts';
import type { MatchContext } from '../routing/shop-news.ts';

/** A change and the market's facts at its arrival. Its notices are found when it is written. */
export interface UnroutedChange {
  readonly change: Change;
  readonly context: MatchContext;
  readonly at: number;
  /** Keys by which a store finds the feeds and watches that the change may concern. */
  readonly lookups: unknown;
}

/** Finds the targets of a change. Targets that Discord refuses are left out. */
export interface Router {
  /**
   * Called at the arrival of a change.
   * @returns the notices if they are known at once, else the argument for `route`
   */
  prepare(change: Change, context: MatchContext): readonly Routed[] | UnroutedChange;
  /**
   * Routes changes, in their order.
   * @throws NotWritten, with `isEntryInvalid` if the routing of one of them can never succeed
   */
  route(changes: readonly UnroutedChange[]): Promise<readonly (readonly Routed[])[]>;
  /**
   * Routes the changes of a snapshot or of a list of bans, also to feeds and watches that are saved meanwhile.
   * @param isFlood so many shops are new that `gatherListed` merges them into one notice for each feed and watch
   */
  routeAll(changes: readonly Change[], context: MatchContext, isFlood?: boolean): Promise<readonly Routed[]>;
  /**
   * Returns whether any `deals` feed or `under-worth` watch may match; without one, no worths are needed. Rejects with
   * the store's error.
   */
  waitsForDeals(): Promise<boolean>;
  /** Routes a change of the game server's health. */
  routeServer(cause: Extract<Cause, { kind: 'server' }>): Promise<readonly Routed[]>;
}
