import type { FloodResult } from './flood.ts';
import { table } from './table.ts';

/** The debounce delays messages, so the queue is never empty under load. */
const QUEUE_NOISE = 100;

/** Checks the guarantees for a flood; gives those that did not hold. */
export function faultsOf(result: FloodResult): string[] {
  const { tooMany, violations, invalid, digests, queue, drainSeconds } = result;
  return [
    tooMany > 0 && `${tooMany} answers of 429 that Crier caused`,
    violations.length > 0 && `violations: ${violations.slice(0, 3).join('; ')}`,
    invalid >= 100 && `${invalid} answers of 401, 403 or 429`,
    digests === 0 && 'no digest was sent',
    queue.last > 2 * queue.halfway + QUEUE_NOISE && 'the queue keeps growing',
    drainSeconds > 60 && 'the queue was not empty a minute after the last event',
  ].filter((fault): fault is string => typeof fault === 'string');
}

/** The figures of a flood, as a table. */
export function formatFlood(result: FloodResult): string {
  const faults = faultsOf(result);
  return table([
    ['events', result.events],
    ['notices', result.notices],
    ['messages', result.messages],
    ['  digests', result.digests],
    ...[...result.answers].map(([status, count]): [string, number] => [`requests answered with ${status}`, count]),
    ['answers of 401, 403 or 429', result.invalid],
    ['  429 that Crier caused', result.tooMany],
    ['violations of Discord’s rules', result.violations.length],
    ['queue at half time', result.queue.halfway],
    ['queue with the last event', result.queue.last],
    ['largest queue (when many cool-downs end at once)', result.queue.largest],
    ['seconds from the last event until the queue was empty', result.drainSeconds],
    ['notices held back by cool-downs at the end', result.later],
    ['peak memory of the process, MiB (the local Discord included)', result.maxRssMiB],
    ['duration, s', result.wallSeconds.toFixed(1)],
    ...faults.map((fault): [string, string] => [`FAULT: ${fault}`, '']),
  ]);
}
