import type { Seal } from '../ports/journal.ts';
import type { Feed } from '../routing/feed.ts';
import type { Held, Notice } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import { cooldownsBrokenBy, type Decision, type DecisionContext, decideEach } from './decide.ts';
import { type Deliverable, type Fate, fateOf, type InPass, servedBy } from './fate.ts';

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
