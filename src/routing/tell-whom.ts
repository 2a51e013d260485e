import type { Change } from '../market/change.ts';
import type { Feed } from './feed.ts';
import { gathersUntil } from './gathers-until.ts';
import { improvementOf } from './improvement.ts';
import { feedMatches, isAwake, watchMatches } from './match.ts';
import type { MatchContext } from './match-context.ts';
import type { Routed } from './notice.ts';
import { NoticesByTarget } from './notices-by-target.ts';
import { dealsOfChange, isOfDeals } from './under-worth.ts';
import type { Watch } from './watch.ts';

/** Those whom a change may concern, each at most once. */
export interface Candidates {
  readonly feeds: readonly Feed[];
  readonly watches: readonly Watch[];
}

/**
 * Who of the candidates is told: one notice for each destination, naming every feed or watch there that asked for it. `now`: epoch ms, when
 * the change was heard.
 */
export function tellWhom(
  change: Change,
  { feeds, watches }: Candidates,
  now: number,
  context: MatchContext,
): readonly Routed[] {
  const asking = feeds.filter((feed) => feedTells(feed, change, context));
  const waiting = watches.filter((watch) => isAwake(watch, now) && watchTells(watch, change, context));
  if (asking.length + waiting.length === 0) return [];
  const all = [...asking, ...waiting];
  const worth = all.some(isOfDeals) ? dealsOfChange(change, context.worthOf).now?.worth : undefined;
  const cause = { kind: 'change', change, ...(worth !== undefined && { worth }) } as const;
  const notices = new NoticesByTarget(cause);
  for (const one of all) notices.add(one, gathersUntil(one, cause, now));
  return notices.all;
}

function feedTells(feed: Feed, change: Change, context: MatchContext): boolean {
  return feedMatches(feed, change, context) || (!feed.paused && improvementOf(feed, change, context.worthOf) !== null);
}

/** Delivery knows what was delivered last: it decides whether a shop that matched already is delivered again. */
function watchTells(watch: Watch, change: Change, context: MatchContext): boolean {
  return watchMatches(watch, change, context) || improvementOf(watch, change, context.worthOf) !== null;
}
