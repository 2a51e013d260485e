import type { Change } from '../market/change.ts';
import type { Market } from '../market/market.ts';
import type { Routed, Target } from '../routing/notice.ts';
import type { SubscriptionsInMemory } from '../routing/subscriptions-in-memory.ts';
import type { Clock } from '../time/clock.ts';
import { inSlices } from '../time/cooperate.ts';

export interface RouteParts {
  readonly subscriptions: Pick<SubscriptionsInMemory, 'route' | 'routeServer' | 'version'>;
  readonly isPaused: (target: Target) => boolean;
  /** By the canvas id of a painting. */
  readonly isBanned: (canvas: string) => boolean;
  readonly clock: Pick<Clock, 'now'>;
}

/** Who is told of a change. What Discord refuses is not written down at all. */
export function route(change: Change, market: Market | null, parts: RouteParts): readonly Routed[] {
  const { subscriptions, isBanned, clock } = parts;
  return withoutPaused(subscriptions.route(change, clock.now(), { market, isBanned }), parts);
}

/** Who is told of a snapshot's changes, also where that is changed while they are looked at. */
export async function routeAll(
  changes: readonly Change[],
  market: Market,
  parts: RouteParts,
): Promise<readonly Routed[]> {
  function* each() {
    const notices: Routed[] = [];
    for (const change of changes) {
      notices.push(...route(change, market, parts));
      yield;
    }
    return notices;
  }
  // What is saved meanwhile was not asked yet, and its answer still showed the market before.
  for (;;) {
    const { version } = parts.subscriptions;
    const notices = await inSlices(each());
    if (parts.subscriptions.version === version) return notices;
  }
}

export function withoutPaused(
  notices: readonly Routed[],
  { isPaused }: Pick<RouteParts, 'isPaused'>,
): readonly Routed[] {
  return notices.filter(({ target }) => !isPaused(target));
}
