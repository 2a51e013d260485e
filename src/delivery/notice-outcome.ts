import type { NoticeInContext } from '../ports/delivery.ts';
import type { Feed } from '../routing/feed.ts';
import { type Held, isSample, type Notice } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import type { Decision } from './decide.ts';

/**
 * A notice to deliver now. `startsCooldown`: the notice naming only those subscriptions whose cool-down begins with it;
 * `waiting`: naming only those that it waits for, if the message has no room for it.
 */
export interface Deliverable {
  readonly entry: Pick<NoticeInContext, 'notice' | 'subscriptions'>;
  readonly startsCooldown: Notice;
  readonly waiting: Notice;
}

/** A decision as it stands after what else is in the pass. `awaits-outcome`: the one notice of a `once` watch is in the message. */
export interface DecisionInPass {
  readonly subscription: Feed | Watch;
  readonly decision: Decision | { readonly kind: 'awaits-outcome' };
}

/** What becomes of a notice. `breaksCooldown`: it is delivered before the others. */
export type NoticeOutcome =
  | { readonly kind: 'delivered'; readonly deliverable: Deliverable; readonly breaksCooldown: boolean }
  | { readonly kind: 'postponed'; readonly notice: Notice; readonly until: number; readonly held: Held }
  | { readonly kind: 'narrowed'; readonly notice: Notice }
  | { readonly kind: 'dropped'; readonly notice: Notice; readonly why: string };

const NO_DELIVERY: readonly Notice['cause']['kind'][] = ['expiring', 'restored', 'absent'];

/** What becomes of a notice by what was decided for each of its feeds and watches; no decisions: all of them are gone. */
export function combineDecisions(notice: Notice, decisions: readonly DecisionInPass[]): NoticeOutcome {
  // What was dropped for the others is so for good: asked again later, they would compare with what was delivered since.
  const waiting = decisions.filter(({ decision }) => decision.kind !== 'drop');
  const narrowed = { ...notice, subscriptionIds: waiting.map(({ subscription }) => subscription.id) };
  const isOfFeeds = notice.cause.kind === 'feeds-paused' || notice.cause.kind === 'feed-absent';
  if (isOfFeeds || decisions.some(({ decision }) => decision.kind === 'deliver')) {
    return delivered(notice, decisions, narrowed);
  }
  const holds = waiting.flatMap(({ decision }) => (decision.kind === 'hold' ? [decision] : []));
  const [hold] = holds.sort((a, b) => a.until - b.until);
  if (hold !== undefined) return { kind: 'postponed', notice: narrowed, until: hold.until, held: hold.held };
  if (waiting.length > 0) return { kind: 'narrowed', notice: narrowed };
  const reasons = decisions.flatMap(({ decision }) => (decision.kind === 'drop' ? [decision.why] : []));
  return { kind: 'dropped', notice, why: [...new Set(reasons)].join(', ') || 'removed' };
}

function delivered(notice: Notice, decisions: readonly DecisionInPass[], waiting: Notice): NoticeOutcome {
  const named = decisions.filter(({ decision }) => decision.kind === 'deliver' || decision.kind === 'hold');
  // For what is named though it is held, nothing is delivered, unless it delivers but once.
  const delivering = named.filter(
    ({ subscription, decision }) => decision.kind === 'deliver' || isOnce(subscription, notice),
  );
  // A sample, a watch's coming end and an absence are no news: no cool-down begins, and they are no last delivery.
  const isDelivery = !NO_DELIVERY.includes(notice.cause.kind) && !isSample(notice.cause);
  const starting = isDelivery ? delivering : [];
  return {
    kind: 'delivered',
    deliverable: {
      entry: { notice, subscriptions: named.map(({ subscription }) => subscription) },
      startsCooldown: { ...notice, subscriptionIds: starting.map(({ subscription }) => subscription.id) },
      waiting,
    },
    breaksCooldown: decisions.some(({ decision }) => decision.kind === 'deliver' && decision.beats !== null),
  };
}

/** The `once` watches (ids) that have their one notice with this. */
export function servedBy({ entry, startsCooldown }: Deliverable): readonly string[] {
  const once = entry.subscriptions.filter((subscription) => isOnce(subscription, entry.notice));
  return once.map(({ id }) => id).filter((id) => startsCooldown.subscriptionIds.includes(id));
}

function isOnce(subscription: Feed | Watch, { cause }: Notice): boolean {
  return subscription.type === 'watch' && subscription.repeat === 'once' && cause.kind === 'change';
}
