import type { Evaluation } from '../discord/render/answer/explain.ts';
import { type Change, shopOf } from '../market/change.ts';
import type { PastNotice } from '../ports/journal.ts';
import { judge } from '../routing/verdict.ts';
import type { Watch } from '../routing/watch.ts';

/**
 * What became of each change: what was written down for the watch, and what it let pass; the newest first.
 * @param changes of the watch's item, the oldest first
 * @param past the watch's notices, the newest first
 */
export function evaluate(watch: Watch, changes: readonly Change[], past: readonly PastNotice[]): Evaluation[] {
  const notices = past.flatMap((notice) => {
    const { cause } = notice.notice;
    return cause.kind === 'change' ? [{ change: cause.change, notice }] : [];
  });
  // Equal changes of one moment have a notice each.
  const left = Map.groupBy(notices, ({ change }) => keyOf(change));
  const judged = changes.flatMap((change): Evaluation[] => {
    const notice = left.get(keyOf(change))?.pop()?.notice ?? null;
    const verdict = judge(watch, change);
    if (notice === null && verdict.kind === 'elsewhere') return [];
    // What came of a notice stands in it: a shop that matched before may have been told again.
    return [{ change, notice, misses: notice === null && verdict.kind === 'missed' ? verdict.misses : [] }];
  });
  const others = [...left.values()].flat().map((one) => ({ ...one, misses: [] }));
  return [...judged, ...others].sort((a, b) => b.change.at - a.change.at);
}

/** One change among those of an item: what happened, when and where. */
function keyOf(change: Change): string {
  return [change.kind, change.at, ...factsOf(change)].join(' ');
}

function factsOf(change: Change): readonly (string | number)[] {
  if (change.kind === 'auctioned') {
    const { item, sold, finalBid } = change.auction;
    return [item.identity.key, sold, finalBid];
  }
  if (change.kind === 'traded') {
    const { kind, item, moved, paid, location } = change.trade;
    return [kind, item.identity.key, moved, paid, location.x, location.y, location.z, location.world];
  }
  return [shopOf(change).id];
}
