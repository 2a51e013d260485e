import { expect, test } from 'vitest';
import { runStream } from './run-stream.ts';
import { eventually, startSimulation } from './simulation.ts';

/**
 * Regression: events dated 0, in the future, or in seconds were shown as sales of 1970 and were missing from the
 * history.
 *
 * Stands on: real sockets to the simulated service, a clock that the test moves.
 */

/** The time that the simulation's clock shows. */
const NOW = 1_700_000_000_000;
const SECONDS = NOW / 1_000;

test.each<[string, unknown, number]>([
  ['a time in milliseconds', NOW - 3_600_000, NOW - 3_600_000],
  ['a time of three days ago', NOW - 3 * 86_400_000, NOW - 3 * 86_400_000],
  ['a fraction of a millisecond', NOW - 1_000.4, NOW - 1_000],
  ['a time in the future', NOW + 3_600_000, NOW],
  ['0', 0, NOW],
  ['a time in seconds', SECONDS - 60, NOW - 60_000],
  ['a time in seconds with a fraction', SECONDS - 59.7, NOW - 60_000],
  ['a time in microseconds', NOW * 1_000, NOW],
  ['a time before history begins', NOW - 401 * 86_400_000, NOW],
  ['an ISO text', '2023-11-14T22:13:20Z', NOW],
  ['a time in nanoseconds', NOW * 1_000_000, NOW],
  ['a negative time', -NOW, NOW],
  ['null', null, NOW],
  ['no time', undefined, NOW],
])('fault 103: a sale with %s is emitted with a time within the history’s range', async (_, timestamp, expected) => {
  const world = await startSimulation();
  const { events, stream, reasons, lines } = runStream(world);
  await eventually(() => expect(reasons().at(-1)).toBe('up'));
  const isOdd = expected === NOW ? timestamp !== NOW + 3_600_000 : Number(timestamp) < NOW / 100;
  const item = { type: 'EMERALD', quantity: 1, name: 'Emerald', snbt: '{}' };
  const frame = JSON.stringify({ event: 'auctionComplete', timestamp, data: { item, amount: 1, finalBid: 5 } });
  for (let n = 0; n < 3; n += 1) world.simulated.sendRaw(frame);
  await eventually(() => expect(events).toHaveLength(3));
  expect(events.map(({ at }) => at)).toEqual([expected, expected, expected]);
  expect(stream.status().counted['odd-time'] ?? 0).toBe(isOdd ? 3 : 0);
  expect(lines.filter((line) => line.includes('without a time in milliseconds'))).toHaveLength(isOdd ? 1 : 0);
});
