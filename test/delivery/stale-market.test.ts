import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import { HERE, loaded, shop } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';
import { BEGIN } from './harness.ts';
import { begun, deliveries, type Harness, MINUTE, sale } from './samples.ts';

const older = loaded([shop(1)], null, BEGIN - MINUTE).market;
const newer = loaded([shop(1), shop(2, { location: { ...HERE, x: 9 } })], older, BEGIN);

/** Writes the leader's changes to the journal while the market of this process is still the previous one. */
async function hearOf(harness: Harness, changes: readonly Change[] = newer.changes): Promise<void> {
  harness.discord.shops = older;
  await harness.ingest(...changes);
}

test('a notice newer than the market waits for it, and is judged by it', async () => {
  const harness = await begun();
  harness.put(watch('w1'));
  await hearOf(harness);
  await harness.time.run(3_000);
  expect(harness.discord.posts).toEqual([]);
  harness.discord.shops = newer.market;
  await harness.time.run(1_000);
  expect(deliveries(harness).map(([, ...rest]) => rest)).toEqual([['w1 ']]);
});

test('a notice newer than the market, about a shop gone before the market arrived, is dropped', async () => {
  const harness = await begun();
  harness.put(watch('w1'));
  await hearOf(harness);
  await harness.time.run(3_000);
  harness.discord.shops = loaded([shop(1)], newer.market, BEGIN + MINUTE).market;
  await harness.time.run(1_000);
  expect(harness.discord.posts).toEqual([]);
});

test('a market that stays behind for a minute delays no notice longer', async () => {
  const harness = await begun();
  harness.put(watch('w1'));
  await hearOf(harness);
  await harness.time.run(MINUTE - 1_000);
  expect(harness.discord.posts).toEqual([]);
  await harness.time.run(2_000);
  expect(deliveries(harness).map(([, ...rest]) => rest)).toEqual([['w1 ']]);
});

test('notices of the stream wait for no market', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  await hearOf(harness, [{ ...sale(), at: BEGIN + MINUTE }]);
  await harness.time.run(3_000);
  expect(harness.discord.posts).toHaveLength(1);
});
