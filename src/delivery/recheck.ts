import type { Seal } from '../ports/journal.ts';
import type { NoticeInContext } from '../ports/messenger.ts';
import type { Feed } from '../routing/feed.ts';
import type { Held, Notice } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import { cooldownsBrokenBy, type Decision, type DecisionContext, decideEach } from './decide.ts';

/** A notice to deliver now. `startsCooldown`: the notice naming only those subscriptions whose cool-down begins with it. */
export interface Deliverable {
  readonly entry: Omit<NoticeInContext, 'worth' | 'undercuts' | 'hasOpenVariant' | 'gaps'>;
  readonly startsCooldown: Notice;
}

/** Notices that wait on, until when (epoch ms) and why. */
export interface Postponed {
  readonly ids: readonly number[];
  readonly until: number;
  readonly held: Held;
}

/**
 * `narrowed`: wait for the next pass, and for those alone that they name here: watches that tell once, and do so with this
 * message, if Discord takes it. `brokenCooldowns`: as `cooldownsBrokenBy` finds them.
 */
export interface RecheckResult {
  readonly deliverable: readonly Deliverable[];
  readonly dropped: Seal['dropped'];
  readonly narrowed: readonly Notice[];
  readonly postponed: readonly Postponed[];
  readonly brokenCooldowns: ReadonlyMap<string, number>;
}

/** A decision as it stands after what else is in the pass. `awaits-outcome`: the one notice of a `once` watch is in the message. */
interface InPass {
  readonly subscription: Feed | Watch;
  readonly decision: Decision | { readonly kind: 'awaits-outcome' };
}

/** What becomes of a notice. `breaksCooldown`: it is told before the others. */
type Fate =
  | { readonly kind: 'delivered'; readonly deliverable: Deliverable; readonly breaksCooldown: boolean }
  | { readonly kind: 'postponed'; readonly id: number; readonly until: number; readonly held: Held }
  | { readonly kind: 'narrowed'; readonly notice: Notice }
  | { readonly kind: 'dropped'; readonly notice: Notice; readonly why: string };

/**
 * Looks once more at notices before they are delivered: feeds and watches that are gone, paused, expired or no longer ask
 * for it are taken out, and a notice with none left is dropped. What is in its quiet hours or snoozed, and watches that
 * were told a short while ago, wait for the end of that (unless another one of the same notice is told anyway: then it
 * names both). A much better price ends a watch's cool-down for all of its notices here, and is told first. A `once` watch
 * is told one notice.
 */
export async function recheck(notices: readonly Notice[], context: DecisionContext): Promise<RecheckResult> {
  const decided = await decideEach(notices, context);
  const brokenCooldowns = cooldownsBrokenBy(decided);
  /** The `once` watches that have their one notice in this pass. */
  const served = new Set<string>();
  const fates = decided.map(({ notice, decisions }) => {
    const fate = fateOf(
      notice,
      decisions.map((one) => inPass(one, notice, brokenCooldowns, served)),
    );
    if (fate.kind === 'delivered') for (const id of servedBy(fate.deliverable)) served.add(id);
    return fate;
  });
  return { ...sorted(fates), brokenCooldowns };
}

function inPass(
  { subscription, decision }: { readonly subscription: Feed | Watch; readonly decision: Decision },
  notice: Notice,
  brokenCooldowns: ReadonlyMap<string, number>,
  served: ReadonlySet<string>,
): InPass {
  const isCooling = decision.kind === 'hold' && decision.held === 'cooling';
  if (isCooling && brokenCooldowns.has(subscription.id)) {
    return { subscription, decision: { kind: 'deliver', beats: null } };
  }
  const isServed = served.has(subscription.id) && notice.cause.kind === 'change' && decision.kind !== 'drop';
  const isQuiet = decision.kind === 'hold' && decision.held === 'quiet';
  return { subscription, decision: isServed && !isQuiet ? { kind: 'awaits-outcome' } : decision };
}

function fateOf(notice: Notice, decisions: readonly InPass[]): Fate {
  if (notice.cause.kind === 'feeds-paused' || decisions.some(({ decision }) => decision.kind === 'deliver')) {
    return delivered(notice, decisions);
  }
  const holds = decisions.flatMap(({ decision }) => (decision.kind === 'hold' ? [decision] : []));
  const [hold] = holds.sort((a, b) => a.until - b.until);
  if (hold !== undefined) return { kind: 'postponed', id: notice.id, until: hold.until, held: hold.held };
  const awaiting = decisions.filter(({ decision }) => decision.kind === 'awaits-outcome');
  if (awaiting.length > 0) {
    // The others were heard: asked again after this message, they would compare with what it told.
    const subscriptionIds = awaiting.map(({ subscription }) => subscription.id);
    return { kind: 'narrowed', notice: { ...notice, subscriptionIds } };
  }
  const reasons = decisions.flatMap(({ decision }) => (decision.kind === 'drop' ? [decision.why] : []));
  return { kind: 'dropped', notice, why: [...new Set(reasons)].join(', ') || 'removed' };
}

function delivered(notice: Notice, decisions: readonly InPass[]): Fate {
  const named = decisions.filter(({ decision }) => decision.kind === 'deliver' || decision.kind === 'hold');
  // For what is named though it is held, nothing is delivered, unless it tells but once.
  const delivering = named.filter(
    ({ subscription, decision }) => decision.kind === 'deliver' || isOnce(subscription, notice),
  );
  // That a watch ends soon is no delivery of it: its cool-down does not begin.
  const starting = notice.cause.kind === 'expiring' ? [] : delivering;
  return {
    kind: 'delivered',
    deliverable: {
      entry: { notice, subscriptions: named.map(({ subscription }) => subscription) },
      startsCooldown: { ...notice, subscriptionIds: starting.map(({ subscription }) => subscription.id) },
    },
    breaksCooldown: decisions.some(({ decision }) => decision.kind === 'deliver' && decision.beats !== null),
  };
}

function servedBy({ entry, startsCooldown }: Deliverable): readonly string[] {
  const once = entry.subscriptions.filter((subscription) => isOnce(subscription, entry.notice));
  return once.map(({ id }) => id).filter((id) => startsCooldown.subscriptionIds.includes(id));
}

function isOnce(subscription: Feed | Watch, { cause }: Notice): boolean {
  return subscription.type === 'watch' && subscription.repeat === 'once' && cause.kind === 'change';
}

function sorted(fates: readonly Fate[]): Omit<RecheckResult, 'brokenCooldowns'> {
  const first: Deliverable[] = [];
  const others: Deliverable[] = [];
  const dropped: Seal['dropped'][number][] = [];
  const narrowed: Notice[] = [];
  const held: Extract<Fate, { kind: 'postponed' }>[] = [];
  for (const fate of fates) {
    if (fate.kind === 'delivered') (fate.breaksCooldown ? first : others).push(fate.deliverable);
    else if (fate.kind === 'postponed') held.push(fate);
    else if (fate.kind === 'narrowed') narrowed.push(fate.notice);
    else dropped.push({ notice: fate.notice, why: fate.why });
  }
  const together = Map.groupBy(held, ({ held, until }) => `${held} ${until}`);
  const postponed = [...together.values()].flatMap((alike) => {
    const [one] = alike;
    return one === undefined ? [] : [{ ids: alike.map(({ id }) => id), until: one.until, held: one.held }];
  });
  return { deliverable: [...first, ...others], dropped, narrowed, postponed };
}
