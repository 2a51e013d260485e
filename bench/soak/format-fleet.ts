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
    ['times another process took the lead', takeoversMs.length],
    ['  until it was on the stream: p50, ms', Math.round(takeoversMs[Math.floor(takeoversMs.length / 2)] ?? 0)],
    ['  longest, ms', Math.round(takeoversMs.at(-1) ?? 0)],
    ['longest outage told, ms', result.longestOutageMs],
    ['snapshots asked for', snapshots.asked],
    ['  sooner than a minute after another', snapshots.tooSoon],
    ['events sent', result.sent],
    ['  heard: in the journal', result.heard],
    ['  missed', result.missed],
    ['  missed at a time that no outage covers', result.missedInSilence.length],
    ...result.missedInSilence.slice(0, 20).map((when): [string, string] => [`    ${when}`, '']),
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
    ['most requests in a second', result.mostInASecond],
    ['violations of Discord’s rules', violations.length],
    ...violations.slice(0, 5).map((text): [string, string] => [`  ${text}`, '']),
    ['kinds of errors logged', errors.length],
    ...errors.slice(0, 5).map((text): [string, string] => [`  ${text}`, '']),
    ['seconds', result.seconds.toFixed(1)],
    ['each notice exactly once', isFleetFlawless(result) ? 'yes' : 'NO'],
  ]);
}

export function isFleetFlawless(result: FleetResult): boolean {
  const { missedInSilence, snapshots, mostInASecond, violations } = result;
  const kept =
    missedInSilence.length + snapshots.tooSoon + violations.length === 0 && mostInASecond <= MOST_IN_A_SECOND;
  return kept && isFlawless(result);
}
