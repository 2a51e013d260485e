import { expect, test } from 'vitest';
import { ConnectionLost } from '../../../src/faults/store-faults.ts';
import { retryUntilReachable } from '../../../src/storage/postgres/connection-retries.ts';
import { recordingLog } from '../../log/recording-log.ts';

/** A clock that advances when a task sleeps. */
function sleepers() {
  let at = 0;
  return {
    monotonic: () => at,
    async sleep(ms: number) {
      at += ms;
    },
  };
}

const away = () => new ConnectionLost(new Error('connect ECONNREFUSED'), null);

test('a retry returns the result once PostgreSQL is reachable, and logs the outage once', async () => {
  const log = recordingLog();
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries < 4) throw away();
    return 'here';
  };
  expect(await retryUntilReachable(work, sleepers(), log)).toBe('here');
  expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
});

test('a retry gives up after a minute', async () => {
  const clock = sleepers();
  const work = () => Promise.reject(away());
  await expect(retryUntilReachable(work, clock, recordingLog())).rejects.toThrow('is unreachable');
  expect(clock.monotonic()).toBe(60_000);
});

test('an error other than a lost connection is not retried', async () => {
  const clock = sleepers();
  await expect(
    retryUntilReachable(() => Promise.reject(new Error('no such table')), clock, recordingLog()),
  ).rejects.toThrow();
  expect(clock.monotonic()).toBe(0);
});
