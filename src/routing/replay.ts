import type { Change } from '../market/change.ts';
import { isAwake, watchMatches } from './match.ts';
import { NOWHERE } from './surroundings.ts';
import type { Watch } from './watch.ts';

const MINUTE_MS = 60_000;

/**
 * When a watch would have told, had it been there: epoch ms, in order. What comes within a cool-down is told together at
 * its end; `once` tells once. What was no longer true at the moment of telling is counted all the same.
 * @param changes in the order of their times
 * @param now gathered news that would be told only later does not count
 */
export function replay(watch: Watch, changes: readonly Change[], now: number): readonly number[] {
  const told: number[] = [];
  for (const change of changes) {
    if (!isAwake(watch, change.at) || !watchMatches(watch, change, NOWHERE)) continue;
    const last = told.at(-1);
    const at = last === undefined ? change.at : Math.max(change.at, last + watch.cooldownMinutes * MINUTE_MS);
    if (last !== undefined && (watch.repeat === 'once' || last >= change.at)) continue;
    if (at <= now) told.push(at);
  }
  return told;
}
