import type { NoticeInContext } from '../ports/delivery.ts';
import type { Seal } from '../ports/outbox.ts';
import { isGathering } from '../routing/claim-rules.ts';
import type { Feed } from '../routing/feed.ts';
import { type HoldReason, isSample, type Notice } from '../routing/notice.ts';
import { isSamePlayer } from '../routing/person.ts';
import { quietUntil } from '../routing/quiet.ts';
import type { Watch } from '../routing/watch.ts';
import { type Decision, type DecisionContext, decideEach, whyAbsenceIsOver } from './decide.ts';

const CAUSES_WITHOUT_DELIVERY: readonly Notice['cause']['kind'][] = ['expiring', 'restored', 'absent'];

/**
 * A notice to deliver now. `startsCooldown` is the notice with only those subscriptions whose cool-down begins with it;
 * `waiting` has only those for which it waits if it does not fit into the message.
 */
export interface Deliverable {
  readonly entry: Pick<NoticeInContext, 'notice' | 'subscriptions'>;
  readonly startsCooldown: Notice;
  readonly waiting: Notice;
}

/**
 * A decision in view of the other notices. `awaits-outcome`: the message already holds the one notice of a `once`
 * watch.
 */
interface DecisionInPass {
  readonly subscription: Feed | Watch;
  readonly decision: Decision | { readonly kind: 'awaits-outcome' };
}

/** The outcome of a notice. If it `breaksCooldown`, it is delivered before the others. */
type NoticeOutcome =
  | { readonly kind: 'delivered'; readonly deliverable: Deliverable; readonly breaksCooldown: boolean }
  | { readonly kind: 'postponed'; readonly notice: Notice; readonly until: number; readonly held: HoldReason }
  | { readonly kind: 'narrowed'; readonly notice: Notice }
  | { readonly kind: 'dropped'; readonly notice: Notice; readonly why: string };

/** Notices to postpone until a time (epoch ms), for only those feeds and watches that they name here. */
interface Postponed {
  readonly notices: readonly Notice[];
  readonly until: number;
  readonly held: HoldReason;
}

/** Decisions on due notices, sorted. */
export interface RecheckResult {
  readonly deliverable: readonly Deliverable[];
  readonly dropped: Seal['dropped'];
  /** Notices that wait for the outcome of this message, for only the `once` watches that they name here. */
  readonly narrowed: readonly Notice[];
  readonly postponed: readonly Postponed[];
  /** See `Decisions`. */
  readonly brokenCooldowns: ReadonlyMap<string, number>;
}

/**
 * Judges notices again before they are delivered.
 *
 * - Removed, paused, expired and edited feeds and watches are taken out. A notice with none left is dropped.
 * - Quiet hours, snoozes and cool-downs postpone a notice, unless another feed or watch has it delivered now. The
 * message then names both.
 * - A much better price ends a watch's cool-down for all of its notices here, and is delivered first.
 * - A `once` watch gets one notice.
 */
export function recheck(notices: readonly Notice[], context: DecisionContext): RecheckResult {
  const { decided, brokenCooldowns } = decideEach(notices, context);
  /** Ids of the `once` watches that have their one notice in this pass. */
  const served = new Set<string>();
  const outcomes = decided.map(({ notice, decisions }) => {
    const why = whyAbsenceIsOver(notice.cause, context.feed);
    if (why !== null) return { kind: 'dropped', notice, why } as const;
    if (notice.cause.kind === 'weekly') return outcomeOfWeek(notice, notice.cause, context);
    const outcome = combineDecisions(
      notice,
      decisions.map((one) => decideInPass(one, notice, served)),
    );
    if (outcome.kind === 'delivered') for (const id of servedBy(outcome.deliverable)) served.add(id);
    return outcome;
  });
  return { ...sorted(outcomes), brokenCooldowns };
}

/** Judges the weekly message of a user by their own settings, because no watch asks for it. */
function outcomeOfWeek(
  notice: Notice,
  { player }: Extract<Notice['cause'], { kind: 'weekly' }>,
  { person: personOf, now }: DecisionContext,
): NoticeOutcome {
  const person = personOf(notice.target.id);
  const isAsked = person?.weekly !== undefined && person.player !== undefined && isSamePlayer(person.player, player);
  if (!isAsked) return { kind: 'dropped', notice, why: 'no longer asked for' };
  const until = person.quiet && quietUntil(person.quiet, now);
  return until === null ? delivered(notice, [], notice) : { kind: 'postponed', notice, until, held: 'quiet' };
}

function decideInPass(
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

/** @param decisions one for each of the notice's feeds and watches that still exists */
function combineDecisions(notice: Notice, decisions: readonly DecisionInPass[]): NoticeOutcome {
  // Drops are final. Judged again later, the notices would be compared with prices that were delivered since.
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
  // A held watch that the message names has no delivery, unless it is a `once` watch.
  const delivering = named.filter(
    ({ subscription, decision }) => decision.kind === 'deliver' || isOnce(subscription, notice),
  );
  // Samples, announced ends of watches and absences are no deliveries, so they begin no cool-down.
  const isDelivery = !CAUSES_WITHOUT_DELIVERY.includes(notice.cause.kind) && !isSample(notice.cause);
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

/** @returns ids of the `once` watches whose one notice this is */
function servedBy({ entry, startsCooldown }: Deliverable): readonly string[] {
  const once = entry.subscriptions.filter((subscription) => isOnce(subscription, entry.notice));
  return once.map(({ id }) => id).filter((id) => startsCooldown.subscriptionIds.includes(id));
}

function isOnce(subscription: Feed | Watch, { cause }: Notice): boolean {
  return subscription.type === 'watch' && subscription.repeat === 'once' && cause.kind === 'change';
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
  // Gathered notices go last, so that one message of their own sums them up.
  const [gathered, single] = [others.filter(isGathered), others.filter((one) => !isGathered(one))];
  return { deliverable: [...first, ...single, ...gathered], dropped, narrowed, postponed };
}
