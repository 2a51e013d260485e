import { expect, test } from 'vitest';
import { LeaseLost } from '../../../src/faults/lease-lost.ts';
import { openSharedJournal } from '../../../src/storage/postgres/journal.ts';
import { PostgresLines } from '../../../src/storage/postgres/lines/lines.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { ManualClock } from '../../time/manual-clock.ts';
import { makeDatabase, openDatabase, openHandle } from '../postgres/database.ts';
import { planOf } from '../postgres/plan-of.ts';
import { quietDatabase } from '../postgres/quiet-database.ts';
import { channel, claimNow, linesContract, tell } from './lines.contract.ts';

const GATHERED_MS = 1_600;
const RESTED = { dueAt: null, waitMs: 0, answered: [], failures: 0, mustReschedule: false };

/** Two processes on one database. */
async function open() {
  const url = await makeDatabase();
  const clock = new ManualClock();
  const [postgres, otherPostgres] = [openHandle(url), openHandle(url)];
  const [db, otherDb] = [quietDatabase(postgres), quietDatabase(otherPostgres)];
  const parts = { clock, news: { on: () => undefined }, log: recordingLog() };
  return {
    lines: new PostgresLines({ ...parts, db }),
    other: new PostgresLines({ ...parts, db: otherDb }),
    outbox: openSharedJournal(postgres, clock.now, recordingLog()),
    ...{ clock, db },
    async pass(ms: number): Promise<void> {
      await clock.run(ms);
      await Promise.all([db.quiet(), otherDb.quiet()]);
    },
  };
}

linesContract('PostgreSQL, two processes', open);

/** A line whose holder was not heard of, taken over by another. */
async function takenOver() {
  const opened = await open();
  await tell(opened, channel(1));
  await opened.pass(GATHERED_MS);
  const [lost] = await claimNow(opened.lines);
  await opened.db.query(`UPDATE lines SET lease_until = clock_timestamp() - interval '1 ms'`);
  const [line] = await claimNow(opened.other);
  if (lost === undefined || line === undefined) throw new Error('no line was claimed');
  return { ...opened, lost, line };
}

test('a line that was taken over cannot seal, drop or postpone, and giving it back does nothing', async () => {
  const { lost, line, outbox, clock, other } = await takenOver();
  const notices = await outbox.waiting(channel(1), clock.now(), 9);
  const dropped = notices.map((notice) => ({ notice, why: 'late' }));
  const seal = { target: channel(1), nonce: 'n', body: '{}', notices, dropped: [], at: clock.now() };
  await expect(outbox.seal({ ...seal, line: lost })).rejects.toThrow(LeaseLost);
  await expect(outbox.drop(dropped, clock.now(), lost)).rejects.toThrow(LeaseLost);
  await expect(outbox.postpone(notices, clock.now() + 1, null, lost)).rejects.toThrow(LeaseLost);
  await lost.release({ ...RESTED, dueAt: clock.now() });
  expect(await claimNow(other)).toEqual([]);
  await outbox.seal({ ...seal, line });
  expect(await outbox.sealed(channel(1))).toHaveLength(1);
});

test('a line is renewed while it is held, and is sure until it was not for too long', async () => {
  const { lines, outbox, clock, db, pass } = await open();
  await tell({ lines, outbox, clock, pass, other: lines }, channel(1));
  await pass(GATHERED_MS);
  const [line] = await claimNow(lines);
  for (let waits = 0; waits < 8; waits += 1) await pass(2_500);
  expect(line?.isSure()).toBe(true);
  clock.advance(7_100);
  expect(line?.isSure()).toBe(false);
  await db.quiet();
  expect(line?.isSure()).toBe(true);
  await line?.release(RESTED);
  expect([line?.isSure(), clock.sleepers()]).toEqual([false, 0]);
});

test('a line that another has is no longer sure after the next renewal', async () => {
  const { lost, line, pass } = await takenOver();
  await pass(2_600);
  expect([lost.isSure(), line.isSure()]).toEqual([false, true]);
});

test('two that claim at once share out the lines, and each has others', async () => {
  const opened = await open();
  for (let id = 0; id < 40; id += 1) await tell(opened, channel(id));
  await opened.pass(GATHERED_MS);
  const claims = await Promise.all(
    Array.from({ length: 10 }, (_, n) => claimNow(n % 2 ? opened.lines : opened.other, 5)),
  );
  const ids = claims.flat().map(({ target }) => target.id);
  expect([ids.length, new Set(ids).size] satisfies number[]).toEqual([new Set(ids).size, ids.length]);
  const rest = await claimNow(opened.lines, 40);
  expect(ids.length + rest.length).toBe(40);
});

test('a line at rest goes after its pace may be forgotten, but not where something came', async () => {
  const opened = await open();
  const { lines, db, clock, pass } = opened;
  for (const id of [1, 2]) await tell(opened, channel(id));
  await pass(GATHERED_MS);
  for (const line of await claimNow(lines)) {
    await line.release({ ...RESTED, answered: [clock.monotonic()] });
  }
  clock.advance(4_000);
  await Promise.all([tell(opened, channel(1)), claimNow(opened.other)]);
  clock.advance(31_000);
  await Promise.all([tell(opened, channel(1)), claimNow(opened.lines, 0)]);
  const { rows } = await db.query('SELECT target, due_at IS NULL AS rests FROM lines');
  expect(rows).toEqual([{ target: 'channel:1', rests: false }]);
});

test('statements that choose lines read an index, however many lines wait', async () => {
  const session = await (await openDatabase()).connect('any');
  await session.query(
    `INSERT INTO lines (target, due_at) SELECT 'user:' || n, n + 1000000 FROM generate_series(1, 20000) AS n; ANALYZE lines`,
  );
  const { CLAIM, NEXT_READY } = await import('../../../src/storage/postgres/lines/sql.ts');
  for (const statement of [CLAIM, NEXT_READY]) {
    const plan = await planOf(statement, session);
    expect(plan).toContain('lines_ready');
    expect(plan).not.toMatch(/Seq Scan on lines|Sort Key: lines/);
  }
  await session.end();
});
