import { expect, test } from 'vitest';
import { ConnectionLost } from '../../../src/faults/store-faults.ts';
import { retryUntilReachable } from '../../../src/storage/postgres/connection-lost.ts';
import { recordingLog } from '../../log/recording-log.ts';

/** A clock that is moved by sleeping. */
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

test('gives the answer as soon as PostgreSQL is reachable, and logs its absence once', async () => {
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

test('a minute, not more', async () => {
  const clock = sleepers();
  const work = () => Promise.reject(away());
  await expect(retryUntilReachable(work, clock, recordingLog())).rejects.toThrow('is not reached');
  expect(clock.monotonic()).toBe(60_000);
});

test('what is no lost connection is not tried again', async () => {
  const clock = sleepers();
  await expect(
    retryUntilReachable(() => Promise.reject(new Error('no such table')), clock, recordingLog()),
  ).rejects.toThrow();
  expect(clock.monotonic()).toBe(0);
});
