import { expect, test } from 'vitest';
import { feed, watch } from '../routing/samples.ts';
import { begun, CHANNEL, deliveries, MINUTE, PERSON, sale } from './samples.ts';

/** Stands on: delivery with a real journal, in a file; a clock that the test advances and sets back. */

const SET_BACK = -15 * MINUTE;
const TRADED = { trigger: 'traded', price: null } as const;

test('fault 23: pending notices are sent at once with the next one after the clock is set back', async () => {
  const harness = await begun();
  harness.put(feed('f1'), watch('w1', TRADED));
  await harness.ingest(sale());
  harness.time.jumpWall(SET_BACK);
  await harness.ingest(sale());
  await harness.time.run(MINUTE);
  expect(deliveries(harness).toSorted()).toEqual([
    [1_400, 'f1 ', 'f1 '],
    [1_400, 'w1 ', 'w1 '],
  ]);
});

test('fault 23: pending notices are sent within a minute after the clock is set back, without new ones', async () => {
  const harness = await begun();
  harness.put(feed('f1'), watch('w1', TRADED));
  await harness.ingest(sale());
  harness.time.jumpWall(SET_BACK);
  await harness.time.run(MINUTE);
  expect([await harness.waiting(CHANNEL), await harness.waiting(PERSON)]).toEqual([[], []]);
});

test('fault 23: a clock that is set back ends a cool-down of unknown end, and the next one is normal', async () => {
  const harness = await begun();
  harness.put(watch('w1', { ...TRADED, cooldownMinutes: 5 }));
  await harness.ingest(sale());
  await harness.time.run(MINUTE);
  harness.time.jumpWall(SET_BACK);
  await harness.ingest(sale());
  await harness.time.run(MINUTE);
  await harness.ingest(sale());
  await harness.time.run(10 * MINUTE);
  expect(deliveries(harness)).toEqual([
    [700, 'w1 '],
    [MINUTE + 700, 'w1 '],
    [MINUTE + 700 + 5 * MINUTE, 'w1 cooling'],
  ]);
});
