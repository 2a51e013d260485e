import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createDailySamplesJob } from '../../src/jobs/daily-samples.ts';
import { type Job, runJobs } from '../../src/jobs/job.ts';
import { createPruneJob } from '../../src/jobs/tidy.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/time/durations.ts';
import { recordingLog } from '../log/recording-log.ts';
import { loaded, shop } from '../market/samples.ts';
import { ManualClock } from '../time/manual-clock.ts';

function start(clock: ManualClock, job: Job) {
  const [end, log] = [new AbortController(), recordingLog()];
  const running = runJobs([job], clock, log, end.signal);
  onTestFinished(async () => {
    end.abort();
    await running;
  });
  return log;
}

test('old history is pruned a minute after the start and then daily, also after a failure', async () => {
  const clock = new ManualClock(10 * DAY_MS);
  const pruned: number[] = [];
  const prune = async (until: number) => {
    pruned.push(until);
    if (pruned.length === 1) throw new Error('disk full');
  };
  const log = start(clock, createPruneJob({ writer: { prune }, historyDays: 7, now: clock.now }));
  await clock.run(2 * DAY_MS);
  expect(pruned).toEqual([3 * DAY_MS + MINUTE_MS, 4 * DAY_MS + MINUTE_MS]);
  expect(log.errors()).toMatchObject([{ sentence: 'old history: failed, retrying' }]);
});

test('prices are sampled from the first snapshot of each day, also after a run that did so', async () => {
  const clock = new ManualClock(10 * DAY_MS);
  const checkpoints = new Map<string, number>([['prices-marked', 10 * DAY_MS]]);
  const sampled: number[] = [];
  const journal = {
    checkpoint: async (name: string) => checkpoints.get(name) ?? null,
    saveCheckpoint: async (name: string, at: number) => void checkpoints.set(name, at),
    recordPriceSamples: async (at: number, samples: readonly object[]) => void sampled.push(at, samples.length),
  };
  let { market } = loaded([shop(1)], null, clock.now());
  const everyHour = () => {
    const takenAt = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
    if (market.takenAt !== takenAt) market = loaded([shop(1)], null, takenAt).market;
    return market;
  };
  start(clock, createDailySamplesJob({ journal, writer: journal, market: everyHour }));
  for (const until = clock.now() + 2 * DAY_MS + MINUTE_MS; clock.now() < until; await clock.run(10 * MINUTE_MS)) {
    // A running job does not sleep, however often it yields.
    while (clock.sleepers() === 0) await nextTurn();
  }
  expect(sampled).toEqual([11 * DAY_MS, 1, 12 * DAY_MS, 1]);
});
