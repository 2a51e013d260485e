import { expect, test } from 'vitest';
import { watch } from '../routing/samples.ts';
import { BEGIN, MOST_IN_A_MESSAGE } from './harness.ts';
import { begun, type Harness, MINUTE, PERSON, shopsFor, snapshots } from './samples.ts';

const PRICED = { price: 100, cooldownMinutes: 0 } as const;
const HOUR = 60 * MINUTE;

/**
 * Gives one user two watches; `w2` is snoozed for an hour. `w1` is notified of a shop at 10, a second shop at 20
 * improves to 10, which waits for `w2` only, and then `w1` is notified of a third shop at 30.
 */
async function whereAnotherWatchIsSnoozed(harness: Harness): Promise<void> {
  const snapshot = snapshots(harness);
  harness.put(watch('w1', PRICED));
  await snapshot({ 1: 101, 2: 20 });
  await snapshot({ 1: 10, 2: 20 });
  harness.put(watch('w2', { ...PRICED, snoozedUntil: BEGIN + HOUR }));
  await snapshot({ 1: 10, 2: 10 });
  harness.put(watch('w2', { ...PRICED, snoozedUntil: BEGIN + HOUR, price: 29 }));
  await snapshot({ 1: 10, 2: 10, 3: 30 });
  expect(shopsFor(harness)).toEqual(['1 for w1', '3 for w1']);
}

// Regression test: a notice held for one watch was judged again for all its watches. `w1` was notified of the second
// shop too, because 10 is a tenth under the last delivered 30.
test('a price that was no improvement for one watch is not delivered to it after another watch’s hold', async () => {
  const harness = await begun();
  await whereAnotherWatchIsSnoozed(harness);
  await harness.time.run(HOUR);
  expect(shopsFor(harness)).toEqual(['1 for w1', '3 for w1', '2 for w2']);
});

test('a price that was no improvement is not delivered after the removal of the other watch', async () => {
  const harness = await begun();
  await whereAnotherWatchIsSnoozed(harness);
  harness.subscriptions.remove('w2');
  harness.delivery().reconsider([PERSON]);
  await harness.time.run(HOUR);
  expect(shopsFor(harness)).toEqual(['1 for w1', '3 for w1']);
});

test('a price that was no improvement is not delivered when it did not fit into the message', async () => {
  const harness = await begun();
  const snapshot = snapshots(harness);
  harness.put(watch('w1', PRICED));
  await snapshot({ 1: 101, 20: 20 });
  await snapshot({ 1: 10, 20: 20 });
  harness.put(watch('w2', PRICED));
  const others = Object.fromEntries(Array.from({ length: MOST_IN_A_MESSAGE }, (_, n) => [n + 2, 30]));
  await snapshot({ 1: 10, 20: 10, ...others });
  expect(shopsFor(harness).at(-1)).toBe('20 for w2');
});
