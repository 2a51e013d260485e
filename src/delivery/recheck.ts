import type { Seal } from '../ports/journal.ts';
import type { NoticeInContext } from '../ports/messenger.ts';
import type { Feed } from '../routing/feed.ts';
import type { Held, Notice } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import { type Against, freedAmong, type Judged, judgeEach, type Standing } from './judge.ts';

/** A notice to tell now. `startsCooldown`: the notice naming only those subscriptions whose cool-down begins with it. */
export interface Cleared {
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
export interface Rechecked {
  readonly tell: readonly Cleared[];
  readonly dropped: Seal['dropped'];
  readonly narrowed: readonly Notice[];
  readonly postponed: readonly Postponed[];
  readonly freed: ReadonlyMap<string, number>;
}

interface Resolved {
  readonly subscription: Feed | Watch;
  readonly standing: Standing | { readonly kind: 'told-in-this-pass' };
}

/**
 * Looks once more at notices before they are told: sources that are gone, paused, expired or no longer true are taken
 * out, and a notice with none left is dropped. What is in its quiet hours or snoozed, and watches that were told a short
 * while ago, wait for the end of that (unless another source of the same notice is told anyway: then it names both). A
 * much better price ends a watch's cool-down for all of its notices here, and is told first. A `once` watch tells one
 * notice.
 */
export async function recheck(notices: readonly Notice[], against: Against): Promise<Rechecked> {
  const first: Cleared[] = [];
  const others: Cleared[] = [];
  const dropped: { notice: Notice; why: string }[] = [];
  const narrowed: Notice[] = [];
  const postponed = new Map<string, Postponed>();
  const each = await judgeEach(notices, against);
  const freed = freedAmong(each);
  const toldOnce = new Set<string>();

  function resolve({ subscription, standing }: Judged['standings'][number], { cause }: Notice): Resolved {
    if (standing.kind === 'held' && standing.held === 'cooling' && freed.has(subscription.id)) {
      return { subscription, standing: { kind: 'tells', beats: null } };
    }
    const isDone = toldOnce.has(subscription.id) && cause.kind === 'change' && standing.kind !== 'out';
    const isQuiet = standing.kind === 'held' && standing.held === 'quiet';
    return { subscription, standing: isDone && !isQuiet ? { kind: 'told-in-this-pass' } : standing };
  }

  for (const { notice, standings } of each) {
    const judged = standings.map((one) => resolve(one, notice));
    const kept = judged.filter(({ standing }) => standing.kind === 'tells' || standing.kind === 'held');
    const isTelling = judged.some(({ standing }) => standing.kind === 'tells');
    const [hold] = judged
      .flatMap(({ standing }) => (standing.kind === 'held' ? [standing] : []))
      .sort((a, b) => a.until - b.until);
    if (isTelling || notice.cause.kind === 'feeds-paused') {
      // What is named though it was held has not told, unless it tells but once.
      const telling = kept.filter(
        ({ subscription, standing }) => standing.kind === 'tells' || tellsOnce(subscription, notice),
      );
      for (const { subscription } of telling) if (tellsOnce(subscription, notice)) toldOnce.add(subscription.id);
      const isBetter = judged.some(({ standing }) => standing.kind === 'tells' && standing.beats !== null);
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
    } else if (judged.some(({ standing }) => standing.kind === 'told-in-this-pass')) {
      // The others were heard: asked again after this message, they would compare with what it told.
      const waiting = judged.filter(({ standing }) => standing.kind === 'told-in-this-pass');
      narrowed.push({ ...notice, subscriptionIds: waiting.map(({ subscription }) => subscription.id) });
    } else {
      const out = judged.flatMap(({ standing }) => (standing.kind === 'out' ? [standing.why] : []));
      dropped.push({ notice, why: [...new Set(out)].join(', ') || 'removed' });
    }
  }
  return { tell: [...first, ...others], dropped, narrowed, postponed: [...postponed.values()], freed };
}

function tellsOnce(subscription: Feed | Watch, { cause }: Notice): boolean {
  return subscription.type === 'watch' && subscription.repeat === 'once' && cause.kind === 'change';
}
