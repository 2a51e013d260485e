import { expect, test } from 'vitest';
import { PostgresPace } from '../../../src/postgres/pace.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { makeDatabase, openHandle } from '../database.ts';

const FOR_EVER = new AbortController().signal;

async function two() {
  const url = await makeDatabase();
  const join = () => new PostgresPace(openHandle(url), systemClock, recordingLog());
  return [join(), join()] as const;
}

test('two processes together never pass more than 50 times in a second', async () => {
  const paces = await two();
  const at: number[] = [];
  const passes = paces.flatMap((pace) =>
    Array.from({ length: 40 }, () => pace.pass(FOR_EVER).then(() => at.push(performance.now()))),
  );
  await Promise.all(passes);
  at.sort((a, b) => a - b);
  const within = at.map((from) => at.filter((other) => other >= from && other < from + 1_000).length);
  expect(Math.max(...within)).toBeLessThanOrEqual(50);
});

test('a pause that one process is told of holds the other, too', async () => {
  const [one, other] = await two();
  await one.pass(FOR_EVER);
  await one.hold(400);
  await one.pass(FOR_EVER);
  const began = performance.now();
  await one.hold(300);
  await other.pass(FOR_EVER);
  expect(performance.now() - began).toBeGreaterThan(280);
});

test('who is told to stop waits no longer', async () => {
  const [one] = await two();
  await one.hold(60_000);
  await one.pass(AbortSignal.timeout(100));
});
