import type { DaysResult } from './days.ts';
import { table } from './table.ts';

/** The bot finds a silent peer at the second check, 10 s after the first, and then reconnects. */
const MOST_BLIND_S = 35;
const MOST_GROWTH_MB = 10;
/** Share of the run after which code is compiled and caches are filled. */
const WARM = 0.3;
const MOST_NAMED = 5;
const NEAR_MS = 120_000;

/** Checks the guarantees for simulated days, and returns those that did not hold. */
export function faultsOfDays(result: DaysResult): string[] {
  const { lost, deliveredInPart, repeated, misplaced, wrongDigests, outOfOrder } = result;
  const { outages, snapshots, violations, errors, left } = result;
  return [
    ...lost.slice(0, MOST_NAMED).map(({ what, at }) => `${what} lost without a reported outage, ${whenOf(result, at)}`),
    deliveredInPart > 0 && `${deliveredInPart} events notified some of their channels only`,
    repeated > 0 && `${repeated} deliveries repeated`,
    misplaced > 0 && `${misplaced} deliveries in the wrong channel`,
    wrongDigests > 0 && `${wrongDigests} digests whose sums differ from their notices`,
    outOfOrder > 0 && `${outOfOrder} events delivered before an earlier one`,
    ...outages.unrecorded
      .slice(0, MOST_NAMED)
      .map(({ from, until }) => `an outage of ${seconds(until - from)} not recorded, ${whenOf(result, from)}`),
    ...outages.unmade
      .slice(0, MOST_NAMED)
      .map(
        ({ from, until }) =>
          `an outage of ${seconds(until - from)} recorded that did not happen, ${whenOf(result, from)}`,
      ),
    result.longestBlindSeconds > MOST_BLIND_S && `a silent peer was not noticed for ${result.longestBlindSeconds} s`,
    result.mostConnections > 1 && `${result.mostConnections} connections at once`,
    snapshots.tooSoon > 0 && `${snapshots.tooSoon} snapshots requested within a minute of another`,
    violations.length > 0 && `violations: ${violations.slice(0, 3).join('; ')}`,
    errors.length > 0 && `errors logged: ${errors.slice(0, 3).join('; ')}`,
    left.length > 0 && `still open: ${left.join(', ')}`,
    growth(result).mb > MOST_GROWTH_MB && 'memory usage grows',
  ].filter((fault): fault is string => typeof fault === 'string');
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** The faults of the stream around that time, to help find the cause. */
function whenOf({ struck }: DaysResult, at: number): string {
  const near = struck.filter((one) => Math.abs(one.at - at) < NEAR_MS);
  return near.length === 0
    ? 'with no fault of the stream near that time'
    : near.map((one) => `${seconds(at - one.at)} after "${one.name}"`).join(', ');
}

/** The figures of a run, as a table. */
export function formatDays(result: DaysResult): string {
  const { disruptions, weather, outages, snapshots, posts, left } = result;
  const faults = faultsOfDays(result);
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0);
  const { mb, perThousand } = growth(result);
  return table([
    ['simulated days', result.days.toFixed(1)],
    ['ends of the stream', sum(disruptions)],
    ...[...disruptions].sort().map(([name, count]): [string, number] => [`  ${name}`, count]),
    ['other faults', sum(weather)],
    ...[...weather].sort().map(([name, count]): [string, number] => [`  ${name}`, count]),
    ['restarts', result.restarts],
    ['events', result.events],
    ['  delivered to both channels', result.delivered],
    ['  not delivered, within a reported outage', result.coveredByOutages],
    ['  lost', result.lost.length],
    ['  delivered to one channel only', result.deliveredInPart],
    ['new offers delivered to everybody', result.bargains],
    ['repeated deliveries', result.repeated],
    ['deliveries in the wrong channel', result.misplaced],
    ['digests whose sums differ from their notices', result.wrongDigests],
    ['delivered before an earlier event', result.outOfOrder],
    ['outages caused', outages.made],
    ['  recorded, including those of restarts', outages.recorded],
    ['  not recorded', outages.unrecorded.length],
    ['longest time until a silent peer was noticed, s', result.longestBlindSeconds.toFixed(1)],
    ['most connections at one time', result.mostConnections],
    ['snapshots requested', snapshots.asked],
    ['  sooner than a minute after another', snapshots.tooSoon],
    ['messages posted', posts.all],
    ['  answered with 5xx or without an answer', posts.failed],
    ['  repeated, recognised by their nonce', posts.repeated],
    ['  answered with 429', posts.tooMany],
    ['heap growth after warm-up, MB', mb.toFixed(1)],
    ['  MB per 1,000 ends of the stream', perThousand.toFixed(2)],
    ['timers, sockets and files still open', left.length === 0 ? 'none' : left.join(', ')],
    ['duration, s', result.seconds.toFixed(1)],
    ...faults.map((fault): [string, string] => [`FAULT: ${fault}`, '']),
    ['each event delivered once or in a reported outage', faults.length === 0 ? 'yes' : 'NO'],
  ]);
}

/** The regression line through the heap sizes after warm-up, by least squares. */
function growth({ held }: DaysResult): { readonly mb: number; readonly perThousand: number } {
  const warm = held.slice(Math.floor(held.length * WARM));
  if (warm.length < 2) return { mb: 0, perThousand: 0 };
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(warm.map(({ cuts }) => cuts)), mean(warm.map(({ mb }) => mb))];
  const slope =
    warm.reduce((sum, { cuts, mb }) => sum + (cuts - x) * (mb - y), 0) /
    warm.reduce((sum, { cuts }) => sum + (cuts - x) ** 2, 0);
  const ran = (warm.at(-1)?.cuts ?? 0) - (warm[0]?.cuts ?? 0);
  return { mb: slope * ran, perThousand: slope * 1_000 };
}
