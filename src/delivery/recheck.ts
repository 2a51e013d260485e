import type { Seal } from '../ports/journal.ts';
import type { NoticeInContext } from '../ports/messenger.ts';
import type { Feed } from '../routing/feed.ts';
import type { Held, Notice } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import { cooldownsBrokenBy, type Decision, type DecisionContext, decideEach, type NoticeDecisions } from './decide.ts';

/** A notice to tell now. `startsCooldown`: the notice naming only those subscriptions whose cool-down begins with it. */
export interface Deliverable {
  readonly entry: Omit<NoticeInContext, 'worth' | 'undercuts' | 'hasOpenVariant' | 'gaps'>;
  readonly startsCooldown: Notice;
}

/** Notices that wait on, until when (epoch ms) and why. */
export interface Postponed {
  readonly ids: number[];
  readonly until: number;
  readonly held: Held;
}

/**
 * `narrowed`: wait for the next pass, and for those alone that they name here: watches that tell once, and do so with this
 * message, if Discord takes it. `freed`: as `freedAmong` finds them.
 */
export interface RecheckResult {
  readonly tell: readonly Deliverable[];
  readonly dropped: Seal['dropped'];
  readonly narrowed: readonly Notice[];
  readonly postponed: readonly Postponed[];
  readonly freed: ReadonlyMap<string, number>;
}

interface Resolved {
  readonly subscription: Feed | Watch;
  readonly decision: Decision | { readonly kind: 'awaits-outcome' };
}

/**
 * Looks once more at notices before they are told: sources that are gone, paused, expired or no longer true are taken
 * out, and a notice with none left is dropped. What is in its quiet hours or snoozed, and watches that were told a short
 * while ago, wait for the end of that (unless another source of the same notice is told anyway: then it names both). A
 * much better price ends a watch's cool-down for all of its notices here, and is told first. A `once` watch tells one
 * notice.
 */
export async function recheck(notices: readonly Notice[], context: DecisionContext): Promise<RecheckResult> {
  const first: Deliverable[] = [];
  const others: Deliverable[] = [];
  const dropped: { notice: Notice; why: string }[] = [];
  const narrowed: Notice[] = [];
  const postponed = new Map<string, Postponed>();
  const each = await decideEach(notices, context);
  const freed = cooldownsBrokenBy(each);
  const toldOnce = new Set<string>();

  function resolve({ subscription, decision }: NoticeDecisions['decisions'][number], { cause }: Notice): Resolved {
    if (decision.kind === 'hold' && decision.held === 'cooling' && freed.has(subscription.id)) {
      return { subscription, decision: { kind: 'deliver', beats: null } };
    }
    const isDone = toldOnce.has(subscription.id) && cause.kind === 'change' && decision.kind !== 'drop';
    const isQuiet = decision.kind === 'hold' && decision.held === 'quiet';
    return { subscription, decision: isDone && !isQuiet ? { kind: 'awaits-outcome' } : decision };
  }

  for (const { notice, decisions } of each) {
    const judged = decisions.map((one) => resolve(one, notice));
    const kept = judged.filter(({ decision }) => decision.kind === 'deliver' || decision.kind === 'hold');
    const isTelling = judged.some(({ decision }) => decision.kind === 'deliver');
    const [hold] = judged
      .flatMap(({ decision }) => (decision.kind === 'hold' ? [decision] : []))
      .sort((a, b) => a.until - b.until);
    if (isTelling || notice.cause.kind === 'feeds-paused') {
      // What is named though it was held has not told, unless it tells but once.
      const telling = kept.filter(
        ({ subscription, decision }) => decision.kind === 'deliver' || tellsOnce(subscription, notice),
      );
      for (const { subscription } of telling) if (tellsOnce(subscription, notice)) toldOnce.add(subscription.id);
      const isBetter = judged.some(({ decision }) => decision.kind === 'deliver' && decision.beats !== null);
      (isBetter ? first : others).push({
        entry: { notice, subscriptions: kept.map(({ subscription }) => subscription) },
        // The news that a watch ends is no telling of it: its cool-down does not begin.
        startsCooldown: {
          ...notice,
          subscriptionIds: notice.cause.kind === 'expiring' ? [] : telling.map(({ subscription }) => subscription.id),
        },
      });
    } else if (hold) {
      const key = `${hold.held} ${hold.until}`;
      const together = postponed.get(key) ?? { ids: [], until: hold.until, held: hold.held };
      together.ids.push(notice.id);
      postponed.set(key, together);
    } else if (judged.some(({ decision }) => decision.kind === 'awaits-outcome')) {
      // The others were heard: asked again after this message, they would compare with what it told.
      const waiting = judged.filter(({ decision }) => decision.kind === 'awaits-outcome');
      narrowed.push({ ...notice, subscriptionIds: waiting.map(({ subscription }) => subscription.id) });
    } else {
      const out = judged.flatMap(({ decision }) => (decision.kind === 'drop' ? [decision.why] : []));
      dropped.push({ notice, why: [...new Set(out)].join(', ') || 'removed' });
    }
  }
  return { tell: [...first, ...others], dropped, narrowed, postponed: [...postponed.values()], freed };
}

function tellsOnce(subscription: Feed | Watch, { cause }: Notice): boolean {
  return subscription.type === 'watch' && subscription.repeat === 'once' && cause.kind === 'change';
}
