import { expect, test } from 'vitest';
import { LeaseLost } from '../../../src/faults/store-faults.ts';
import { openSharedJournal } from '../../../src/storage/postgres/journal.ts';
import { PostgresTargetLeases } from '../../../src/storage/postgres/target-leases.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { ManualClock } from '../../time/manual-clock.ts';
import { makeDatabase, openDatabase, openHandle } from '../postgres/database.ts';
import { planOf } from '../postgres/plan-of.ts';
import { quietDatabase } from '../postgres/quiet-database.ts';
import { channel, claimNow, enqueue, targetLeasesContract } from './target-leases.contract.ts';

const GATHERED_MS = 1_600;
const IDLE_REST = { dueAt: null, waitMs: 0, answered: [], failures: 0, mustReschedule: false };

async function open() {
  const url = await makeDatabase();
  const clock = new ManualClock();
  const [postgres, otherPostgres] = [openHandle(url), openHandle(url)];
  const [db, otherDb] = [quietDatabase(postgres), quietDatabase(otherPostgres)];
  const parts = { clock, notifyListener: { on: () => undefined }, log: recordingLog() };
  return {
    leases: new PostgresTargetLeases({ ...parts, db }),
    other: new PostgresTargetLeases({ ...parts, db: otherDb }),
    outbox: openSharedJournal(postgres, clock.now, recordingLog()),
    ...{ clock, db },
    async pass(ms: number): Promise<void> {
      await clock.run(ms);
      await Promise.all([db.quiet(), otherDb.quiet()]);
    },
  };
}

targetLeasesContract('PostgreSQL, two processes', open);

/** Opens a lease whose holder missed its heartbeats, claimed by another process. */
async function takenOver() {
  const opened = await open();
  await enqueue(opened, channel(1));
  await opened.pass(GATHERED_MS);
  const [lost] = await claimNow(opened.leases);
  await opened.db.query(`UPDATE target_leases SET lease_until = clock_timestamp() - interval '1 ms'`);
  const [lease] = await claimNow(opened.other);
  if (lost === undefined || lease === undefined) throw new Error('no lease was claimed');
  return { ...opened, lost, lease };
}

test('a lease that was taken over cannot seal, drop or postpone, and its release does nothing', async () => {
  const { lost, lease, outbox, clock, other } = await takenOver();
  const notices = await outbox.waiting(channel(1), clock.now(), 9);
  const dropped = notices.map((notice) => ({ notice, why: 'late' }));
  const seal = { target: channel(1), nonce: 'n', body: '{}', notices, dropped: [], at: clock.now() };
  await expect(outbox.seal({ ...seal, lease: lost })).rejects.toThrow(LeaseLost);
  await expect(outbox.drop(dropped, clock.now(), lost)).rejects.toThrow(LeaseLost);
  await expect(outbox.postpone(notices, clock.now() + 1, null, lost)).rejects.toThrow(LeaseLost);
  await lost.release({ ...IDLE_REST, dueAt: clock.now() });
  expect(await claimNow(other)).toEqual([]);
  await outbox.seal({ ...seal, lease });
  expect(await outbox.sealed(channel(1))).toHaveLength(1);
});

test('a held lease is renewed, and is valid until renewals fail for too long', async () => {
  const { leases, outbox, clock, db, pass } = await open();
  await enqueue({ leases, outbox, clock, pass, other: leases }, channel(1));
  await pass(GATHERED_MS);
  const [lease] = await claimNow(leases);
  for (let waits = 0; waits < 8; waits += 1) await pass(2_500);
  expect(lease?.isSure()).toBe(true);
  clock.advance(7_100);
  expect(lease?.isSure()).toBe(false);
  await db.quiet();
  expect(lease?.isSure()).toBe(true);
  await lease?.release(IDLE_REST);
  expect([lease?.isSure(), clock.sleepers()]).toEqual([false, 0]);
});

test('a lease that another process holds is invalid after the next renewal', async () => {
  const { lost, lease, pass } = await takenOver();
  await pass(2_600);
  expect([lost.isSure(), lease.isSure()]).toEqual([false, true]);
});

test('two concurrent claims divide the leases between them', async () => {
  const opened = await open();
  for (let id = 0; id < 40; id += 1) await enqueue(opened, channel(id));
  await opened.pass(GATHERED_MS);
  const claims = await Promise.all(
    Array.from({ length: 10 }, (_, n) => claimNow(n % 2 ? opened.leases : opened.other, 5)),
  );
  const ids = claims.flat().map(({ target }) => target.id);
  expect([ids.length, new Set(ids).size] satisfies number[]).toEqual([new Set(ids).size, ids.length]);
  const rest = await claimNow(opened.leases, 40);
  expect(ids.length + rest.length).toBe(40);
});

test('an idle lease is deleted when its rate limit is over, unless a notice arrived', async () => {
  const opened = await open();
  const { leases, db, clock, pass } = opened;
  for (const id of [1, 2]) await enqueue(opened, channel(id));
  await pass(GATHERED_MS);
  for (const lease of await claimNow(leases)) {
    await lease.release({ ...IDLE_REST, answered: [clock.monotonic()] });
  }
  clock.advance(4_000);
  await Promise.all([enqueue(opened, channel(1)), claimNow(opened.other)]);
  clock.advance(31_000);
  await Promise.all([enqueue(opened, channel(1)), claimNow(opened.leases, 0)]);
  const { rows } = await db.query('SELECT target, due_at IS NULL AS rests FROM target_leases');
  expect(rows).toEqual([{ target: 'channel:1', rests: false }]);
});

test('statements that choose leases read an index, however many leases are waiting', async () => {
  const session = await (await openDatabase()).connect('any');
  await session.query(
    `INSERT INTO target_leases (target, due_at) SELECT 'user:' || n, n + 1000000 FROM generate_series(1, 20000) AS n; ANALYZE target_leases`,
  );
  const { CLAIM, NEXT_READY } = await import('../../../src/storage/postgres/target-leases.ts');
  for (const statement of [CLAIM, NEXT_READY]) {
    const plan = await planOf(statement, session);
    expect(plan).toContain('target_leases_ready');
    expect(plan).not.toMatch(/Seq Scan on target_leases|Sort Key: target_leases/);
  }
  await session.end();
});
