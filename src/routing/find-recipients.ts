import type { Change } from '../market/change.ts';
import { improvementOf } from './better-price.ts';
import type { Feed } from './feed.ts';
import { gathersUntil } from './gathers-until.ts';
import { feedMatches, isAwake, watchMatches } from './match.ts';
import type { MatchContext } from './match-context.ts';
import type { Cause, Routed, Target } from './notice.ts';
import { targetOf } from './target.ts';
import { dealsOfChange, isOfDeals } from './under-worth.ts';
import type { Watch } from './watch.ts';

/** Feeds and watches that a change may concern, each at most once. */
export interface Candidates {
  readonly feeds: readonly Feed[];
  readonly watches: readonly Watch[];
}

/**
 * Finds the candidates that a change is delivered to.
 * @param now epoch ms when the change was heard
 * @returns one notice for each target, naming every feed or watch there that asked for it
 */
export function findRecipients(
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

/** A shop that matched already passes here. Delivery compares it with the last delivered price. */
function watchTells(watch: Watch, change: Change, context: MatchContext): boolean {
  return watchMatches(watch, change, context) || improvementOf(watch, change, context.worthOf) !== null;
}

interface Growing extends Routed {
  readonly subscriptionIds: string[];
  dueAt: number;
}

/** Merges the notices of one cause: one for each target, naming every feed or watch there that asked for it. */
export class NoticesByTarget {
  readonly all: Routed[] = [];
  readonly #cause: Cause;
  /** By the target's id. Null for most changes, which concern nobody. */
  #known: Readonly<Record<Target['kind'], Map<string, Growing>>> | null = null;

  constructor(cause: Cause) {
    this.#cause = cause;
  }

  /** @param dueAt epoch ms; the earliest of a target counts */
  add(subscription: Feed | Watch, dueAt: number): void {
    const target = targetOf(subscription);
    this.#known ??= { channel: new Map(), user: new Map() };
    const notices = this.#known[target.kind];
    const known = notices.get(target.id);
    if (known === undefined) {
      const notice = { target, cause: this.#cause, subscriptionIds: [subscription.id], dueAt };
      notices.set(target.id, notice);
      this.all.push(notice);
    } else {
      known.subscriptionIds.push(subscription.id);
      known.dueAt = Math.min(known.dueAt, dueAt);
    }
  }
}
