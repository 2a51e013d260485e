import { expect, test } from 'vitest';
import { watch } from '../routing/samples.ts';
import { BEGIN, MOST_IN_A_MESSAGE } from './harness.ts';
import { begun, type Harness, MINUTE, PERSON, shopsFor, snapshots } from './samples.ts';

const PRICED = { price: 100, cooldownMinutes: 0 } as const;
const HOUR = 60 * MINUTE;

/**
 * One person's watches: `w1` was told of a shop that asks 10, and another shop asks 20. `w2` is snoozed for an hour. The
 * second shop gets better, with 10: that is nothing for `w1`, and waits for `w2`. Then `w1` is told of a third, with 30.
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

// A notice that waited for one watch was judged anew for all that it was written for: `w1` was told of the second shop, too,
// because 10 is much better than the 30 that it had been told last.
test('a price that was not better for one watch does not become so because a watch beside it is held', async () => {
  const harness = await begun();
  await whereAnotherWatchIsSnoozed(harness);
  await harness.time.run(HOUR);
  expect(shopsFor(harness)).toEqual(['1 for w1', '3 for w1', '2 for w2']);
});

test('nor because that watch is removed', async () => {
  const harness = await begun();
  await whereAnotherWatchIsSnoozed(harness);
  harness.subscriptions.remove('w2');
  harness.delivery().reconsider([PERSON]);
  await harness.time.run(HOUR);
  expect(shopsFor(harness)).toEqual(['1 for w1', '3 for w1']);
});

test('nor because the message had no room for it, which is delivered next', async () => {
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
