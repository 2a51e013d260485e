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
    ['snapshots requested', snapshots.asked],
    ['  sooner than a minute after another', snapshots.tooSoon],
    ['events sent', result.sent],
    ['  received and journalled', result.received],
    ['new offers in a snapshot', result.bargains],
    ['notices in the journal', result.notices],
    ['  lost', result.lost],
    ['  delivered twice after Discord had forgotten the nonce', result.forgotten],
    ['  delivered twice', result.doubled],
    ['  delivered, but not in the journal', result.madeUp],
    ['  digests whose sums differ from their notices', result.wrongDigests],
    ['  sent to too few or too many people', result.unrouted],
    ['  delivered before an earlier one', result.outOfOrder],
    ['  dropped', result.dropped],
    ['  still waiting', result.waiting],
    ['messages posted', posts.all],
    ['  digests', result.digests],
    ['  answered with 5xx or without an answer', posts.failed],
    ['  repeated, recognised by their nonce', posts.repeated],
    ['  answered with 429', posts.tooMany],
    ['  refused by Discord', result.undelivered],
    ['violations of Discord’s rules', violations.length],
    ...violations.slice(0, 5).map((text): [string, string] => [`  ${text}`, '']),
    ['kinds of errors logged', errors.length],
    ...errors.slice(0, 5).map((text): [string, string] => [`  ${text}`, '']),
    ['duration, s', result.seconds.toFixed(1)],
    ['each notice delivered exactly once', isFlawless(result) ? 'yes' : 'NO'],
  ]);
}
