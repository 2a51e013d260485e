import type { Seal } from '../ports/outbox.ts';
import type { Feed } from '../routing/feed.ts';
import { isGathering } from '../routing/gathers-until.ts';
import type { Held, Notice } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import { type Decision, type DecisionContext, decideEach } from './decide.ts';
import { whyAbsenceIsOver } from './drop-reason.ts';
import {
  combineDecisions,
  type DecisionInPass,
  type Deliverable,
  type NoticeOutcome,
  servedBy,
} from './notice-outcome.ts';

/** Notices that wait on, for those alone that they name here, until when (epoch ms) and why. */
export interface Postponed {
  readonly notices: readonly Notice[];
  readonly until: number;
  readonly held: Held;
}

/**
 * `narrowed`: wait for the next pass, and for those alone that they name here: watches that tell once, and do so with this
 * message, if Discord takes it. `brokenCooldowns`: as in `Decisions`.
 */
export interface RecheckResult {
  readonly deliverable: readonly Deliverable[];
  readonly dropped: Seal['dropped'];
  readonly narrowed: readonly Notice[];
  readonly postponed: readonly Postponed[];
  readonly brokenCooldowns: ReadonlyMap<string, number>;
}

/**
 * Looks once more at notices before they are delivered: feeds and watches that are gone, paused, expired or no longer ask
 * for it are taken out, and a notice with none left is dropped. What is in its quiet hours or snoozed, and watches that
 * had an alert a short while ago, wait for the end of that (unless another one of the same notice is delivered anyway: then it
 * names both). A much better price ends a watch's cool-down for all of its notices here, and is delivered first. A `once` watch
 * gets one notice.
 */
export function recheck(notices: readonly Notice[], context: DecisionContext): RecheckResult {
  const { decided, brokenCooldowns } = decideEach(notices, context);
  /** The `once` watches that have their one notice in this pass. */
  const served = new Set<string>();
  const outcomes = decided.map(({ notice, decisions }) => {
    const why = whyAbsenceIsOver(notice.cause, context.feed);
    if (why !== null) return { kind: 'dropped', notice, why } as const;
    const outcome = combineDecisions(
      notice,
      decisions.map((one) => inPass(one, notice, served)),
    );
    if (outcome.kind === 'delivered') for (const id of servedBy(outcome.deliverable)) served.add(id);
    return outcome;
  });
  return { ...sorted(outcomes), brokenCooldowns };
}

function inPass(
  { subscription, decision }: { readonly subscription: Feed | Watch; readonly decision: Decision },
  notice: Notice,
  served: ReadonlySet<string>,
): DecisionInPass {
  const isServed = served.has(subscription.id) && notice.cause.kind === 'change' && decision.kind !== 'drop';
  const isQuiet = decision.kind === 'hold' && decision.held === 'quiet';
  return { subscription, decision: isServed && !isQuiet ? { kind: 'awaits-outcome' } : decision };
}

function isGathered({ entry: { subscriptions } }: Deliverable): boolean {
  return subscriptions.every(isGathering);
}

function sorted(outcomes: readonly NoticeOutcome[]): Omit<RecheckResult, 'brokenCooldowns'> {
  const first: Deliverable[] = [];
  const others: Deliverable[] = [];
  const dropped: Seal['dropped'][number][] = [];
  const narrowed: Notice[] = [];
  const held: Extract<NoticeOutcome, { kind: 'postponed' }>[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind === 'delivered') (outcome.breaksCooldown ? first : others).push(outcome.deliverable);
    else if (outcome.kind === 'postponed') held.push(outcome);
    else if (outcome.kind === 'narrowed') narrowed.push(outcome.notice);
    else dropped.push({ notice: outcome.notice, why: outcome.why });
  }
  const together = Map.groupBy(held, ({ held, until }) => `${held} ${until}`);
  const postponed = [...together.values()].flatMap((alike) => {
    const [one] = alike;
    return one === undefined ? [] : [{ notices: alike.map(({ notice }) => notice), until: one.until, held: one.held }];
  });
  // Gathered notices are summed up in a message of their own: those between others would part it.
  const [gathered, single] = [others.filter(isGathered), others.filter((one) => !isGathered(one))];
  return { deliverable: [...first, ...single, ...gathered], dropped, narrowed, postponed };
}
