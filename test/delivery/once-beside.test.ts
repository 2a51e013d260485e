import { expect, test } from 'vitest';
import { watch } from '../routing/samples.ts';
import { begun, type Harness, MINUTE, shopsFor, snapshots } from './samples.ts';

const PRICED = { price: 100, cooldownMinutes: 0 } as const;

/**
 * One person's watches: `w1` was told of a shop that asks 10, and another shop asks 20. Now `w2`, which tells once, is
 * made; then a third shop comes to match, with 30, and the second gets better, with 10.
 */
async function whereOneShopComesAndAnotherGetsBetter(harness: Harness, more: () => void): Promise<void> {
  const snapshot = snapshots(harness);
  harness.put(watch('w1', PRICED));
  await snapshot({ 1: 101, 2: 20 });
  await snapshot({ 1: 10, 2: 20 });
  harness.put(watch('w2', { ...PRICED, repeat: 'once' }));
  more();
  await snapshot({ 1: 10, 2: 10, 3: 30 });
}

// Found by watch-life.test.ts, once in some 2,000 histories. Of two notices `w2` tells the first. The second waits for
// what Discord says to that, and was then judged anew for `w1` too: against the 30 that had been told just before.
test('a price that was not better for one watch does not become so because a watch beside it tells once', async () => {
  const harness = await begun();
  await whereOneShopComesAndAnotherGetsBetter(harness, () => {});
  expect(shopsFor(harness)).toEqual(['1 for w1', '3 for w1 and w2']);
});

test('nor does it through a crash while Discord has the message', async () => {
  const harness = await begun();
  const answer = harness.discord.answer;
  await whereOneShopComesAndAnotherGetsBetter(harness, () => {
    harness.discord.answer = () => new Promise(() => {});
  });
  harness.discord.answer = answer;
  await harness.crash();
  await harness.delivery().start();
  await harness.time.run(MINUTE);
  expect(shopsFor(harness)).toEqual(['1 for w1', '3 for w1 and w2']);
});

test('the watch that tells once is told of it where Discord did not take the first', async () => {
  const harness = await begun();
  const answer = harness.discord.answer;
  await whereOneShopComesAndAnotherGetsBetter(harness, () => {
    harness.discord.answer = (sealed) =>
      harness.discord.posts.length === 2 ? { kind: 'rejected', why: '50035' } : answer(sealed);
  });
  expect(shopsFor(harness)).toEqual(['1 for w1', '3 for w1 and w2', '2 for w2']);
  expect(harness.log.errors()).toHaveLength(1);
});
