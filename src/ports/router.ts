import type { Change } from '../market/change.ts';
import type { Cause, Routed } from '../routing/notice.ts';
import type { MatchContext } from '../routing/shop-news.ts';

/** A change as it was heard, whose notices are found when it is written. What the market said of it then is in it. */
export interface Heard {
  readonly change: Change;
  readonly context: MatchContext;
  /** Epoch ms. */
  readonly at: number;
  /** By which a store finds those whom it may concern. */
  readonly lookups: unknown;
}

/** Who is told of what. What Discord refuses is left out. */
export interface Router {
  /** To be called in the moment in which a change is heard: who is told where that is known at once, or else what `route` takes. */
  hear(change: Change, context: MatchContext): readonly Routed[] | Heard;
  /** In the order of the changes. Rejects with `NotWritten`; `isEntryInvalid` if the routing of one of them can never succeed. */
  route(heard: readonly Heard[]): Promise<readonly (readonly Routed[])[]>;
  /**
   * Routes a snapshot's changes, or those of a list of bans, also to feeds and watches that are saved meanwhile.
   * @param isFlood so many shops are new that `gatherListed` makes one notice of them for each feed and watch
   */
  routeAll(changes: readonly Change[], context: MatchContext, isFlood?: boolean): Promise<readonly Routed[]>;
  /**
   * Whether any `deals` feed or `under-worth` watch may be told; without one nobody needs worths. Rejects with the
   * store's error.
   */
  waitsForDeals(): Promise<boolean>;
  /** The game server's health has changed. */
  routeServer(cause: Extract<Cause, { kind: 'server' }>): Promise<readonly Routed[]>;
}
