import { expect, onTestFinished, test } from 'vitest';
import type { Queryable } from '../../../src/storage/postgres/client.ts';
import { openServerClock } from '../../../src/storage/postgres/server-clock.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { ManualClock } from '../../time/manual-clock.ts';

/** Opens a machine whose clock shows `start`, with a server whose clock is ahead of it. */
async function openAhead(start: number) {
  const clock = new ManualClock(start);
  const server = { aheadMs: 0, backMs: 0 };
  const db = {
    async query() {
      const at = clock.now() + server.aheadMs;
      clock.advance(server.backMs);
      return { rows: [{ at }], count: 1, command: 'SELECT' };
    },
  } as unknown as Queryable;
  const log = recordingLog();
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const open = () => openServerClock(clock, db, log, { signal: over.signal, ownNow: () => clock.now() });
  return { clock, server, log, open };
}

test('the server’s clock replaces a wrong clock of this machine, which is logged once', async () => {
  const { clock, server, log, open } = await openAhead(1_000_000);
  server.aheadMs = 5_000;
  const corrected = await open();
  expect(corrected.now()).toBe(1_005_000);
  server.aheadMs = -3_000;
  clock.advance(60_000);
  await expect.poll(() => corrected.now()).toBe(1_057_000);
  expect(log.lines.map(({ level, facts }) => [level, facts])).toEqual([['warn', { aheadMs: -5_000 }]]);
});

test('a difference of some hundred milliseconds does not move the clock', async () => {
  const { clock, server, open } = await openAhead(1_000_000);
  server.aheadMs = 400;
  const corrected = await open();
  clock.advance(10);
  expect([corrected.now(), corrected.monotonic()]).toEqual([1_000_010, clock.monotonic()]);
});

test('a slow answer does not count as a clock reading', async () => {
  const { clock, server, log, open } = await openAhead(1_000_000);
  server.backMs = 4_000;
  const corrected = await open();
  expect([corrected.now() - clock.now(), log.lines]).toEqual([0, []]);
});
