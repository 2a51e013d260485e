import { isFlawless } from './audit.ts';
import type { KillsResult } from './kills.ts';
import { table } from './table.ts';

/** The figures of a run, as a table. */
export function formatKills(result: KillsResult): string {
  const { kills, posts, snapshots, violations, errors } = result;
  return table([
    ['kills', [...kills.values()].reduce((sum, count) => sum + count, 0)],
    ...[...kills].sort().map(([moment, count]): [string, number] => [`  ${moment}`, count]),
    ['starts', result.starts],
    ['snapshots asked for', snapshots.asked],
    ['  sooner than a minute after another', snapshots.tooSoon],
    ['events sent', result.sent],
    ['  heard: in the journal', result.heard],
    ['new offers in a snapshot', result.bargains],
    ['notices in the journal', result.notices],
    ['  lost', result.lost],
    ['  told twice', result.doubled],
    ['  told, but not in the journal', result.madeUp],
    ['  digests with other sums than their notices', result.wrongDigests],
    ['  told to too few or too many', result.unrouted],
    ['  told before an earlier one', result.outOfOrder],
    ['  dropped', result.dropped],
    ['  still waiting', result.waiting],
    ['messages posted', posts.all],
    ['  digests', result.digests],
    ['  answered with 5xx, or not at all', posts.failed],
    ['  repeated, and known by their nonce', posts.repeated],
    ['  answered with 429', posts.tooMany],
    ['  undelivered', result.undelivered],
    ['violations of Discord’s rules', violations.length],
    ...violations.slice(0, 5).map((text): [string, string] => [`  ${text}`, '']),
    ['kinds of errors logged', errors.length],
    ...errors.slice(0, 5).map((text): [string, string] => [`  ${text}`, '']),
    ['seconds', result.seconds.toFixed(1)],
    ['each notice exactly once', isFlawless(result) ? 'yes' : 'NO'],
  ]);
}
