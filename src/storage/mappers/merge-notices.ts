import type { Cause, Routed, Target } from '../../routing/notice.ts';
import { targetKey } from '../../routing/target.ts';

/** Notices of one cause, one for each target, naming all sources. */
export interface CauseNotices {
  readonly cause: Cause;
  readonly notices: readonly Omit<Routed, 'cause'>[];
}

/** An entry's notices as they are written: those with the same cause for the same target become one, due when the first of them is. */
export function mergeNotices(routed: readonly Routed[]): readonly CauseNotices[] {
  return [...Map.groupBy(routed, happeningOf).values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const byTarget = Map.groupBy(alike, ({ target }) => targetKey(target));
    return { cause: first.cause, notices: [...byTarget.values()].flatMap(merge) };
  });
}

function merge(same: readonly Routed[]): Omit<Routed, 'cause'>[] {
  const [first] = same;
  if (first === undefined) return [];
  const target: Target = first.target;
  const subscriptionIds = [...new Set(same.flatMap((notice) => notice.subscriptionIds))];
  return [{ target, subscriptionIds, dueAt: Math.min(...same.map(({ dueAt }) => dueAt)) }];
}

/** Two notices are of the same cause if they speak of the same change, not of an equal one: equal sales are two sales. */
function happeningOf(notice: Routed): object {
  return notice.cause.kind === 'change' ? notice.cause.change : notice.cause;
}
