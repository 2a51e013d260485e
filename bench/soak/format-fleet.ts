import { isFlawless } from './audit.ts';
import type { FleetResult } from './fleet.ts';
import { table } from './table.ts';

/** Discord's limit of requests per second. */
const MOST_IN_A_SECOND = 50;

/** The figures of a run, as a table. */
export function formatFleet(result: FleetResult): string {
  const { faults, takeoversMs, posts, snapshots, violations, errors } = result;
  return table([
    ['faults', [...faults.values()].reduce((sum, count) => sum + count, 0)],
    ...[...faults].sort().map(([name, count]): [string, number] => [`  ${name}`, count]),
    ['changes of the leader', takeoversMs.length],
    [
      '  until the new leader was on the stream: median, ms',
      Math.round(takeoversMs[Math.floor(takeoversMs.length / 2)] ?? 0),
    ],
    ['  longest, ms', Math.round(takeoversMs.at(-1) ?? 0)],
    ['longest reported outage, ms', result.longestOutageMs],
    ['snapshots requested', snapshots.asked],
    ['  sooner than a minute after another', snapshots.tooSoon],
    ['events sent', result.sent],
    ['  received and journalled', result.received],
    ['  missed', result.missed],
    ['  missed outside reported outages', result.missedInSilence.length],
    ...result.missedInSilence.slice(0, 20).map((when): [string, string] => [`    ${when}`, '']),
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
    ['most requests within a second', result.mostInASecond],
    ['violations of Discord’s rules', violations.length],
    ...violations.slice(0, 5).map((text): [string, string] => [`  ${text}`, '']),
    ['kinds of errors logged', errors.length],
    ...errors.slice(0, 5).map((text): [string, string] => [`  ${text}`, '']),
    ['duration, s', result.seconds.toFixed(1)],
    ['each notice delivered exactly once', isFleetFlawless(result) ? 'yes' : 'NO'],
  ]);
}

export function isFleetFlawless(result: FleetResult): boolean {
  const { missedInSilence, snapshots, mostInASecond, violations } = result;
  const kept =
    missedInSilence.length + snapshots.tooSoon + violations.length === 0 && mostInASecond <= MOST_IN_A_SECOND;
  return kept && isFlawless(result);
}
