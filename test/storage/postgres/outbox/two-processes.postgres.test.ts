import { expect, test } from 'vitest';
import { LeaseLost } from '../../../../src/faults/store-faults.ts';
import type { Notice, Target } from '../../../../src/routing/notice.ts';
import type { Postgres } from '../../../../src/storage/postgres/connection.ts';
import { PostgresPauses } from '../../../../src/storage/postgres/pauses.ts';
import { channel, person, routed, traded } from '../../sqlite/journal/samples.ts';
import { makeDatabase, openHandle } from '../database.ts';
import { enqueueSales, openOutbox, sealOf } from './open-outbox.ts';

const TRIES = 20;
const DELIVERED = { kind: 'delivered', messageId: '9', at: 6 } as const;

async function open() {
  const url = await makeDatabase();
  return { one: openOutbox(openHandle(url)), other: openOutbox(openHandle(url)), db: openHandle(url) };
}

/** Returns how many of the writes succeeded. */
async function fulfilled(writes: readonly Promise<unknown>[]): Promise<number> {
  const ends = await Promise.allSettled(writes);
  return ends.filter(({ status }) => status === 'fulfilled').length;
}

/** Starts the writes so that each waits for the one before, once the target's notices are unlocked. */
async function runInLockOrder(
  target: Target,
  db: Postgres,
  writes: readonly (() => Promise<unknown>)[],
): Promise<Promise<unknown>[]> {
  const session = await db.connect('short');
  await session.query('BEGIN');
  await session.query('SELECT FROM notices WHERE target = $1 FOR UPDATE', [`${target.kind}:${target.id}`]);
  const begun: Promise<unknown>[] = [];
  for (const write of writes) {
    begun.push(write());
    await expect.poll(() => waitingForLocks(db)).toBe(begun.length);
  }
  await session.query('COMMIT');
  await session.end();
  return begun;
}

async function waitingForLocks(db: Postgres): Promise<number> {
  const { count } = await db.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return count;
}

test('a notice that two processes seal at once goes into one message', async () => {
  const { one, other } = await open();
  for (let count = 1; count <= TRIES; count++) {
    const notices = await enqueueSales(one, 3);
    expect(await fulfilled([one.seal(sealOf(notices)), other.seal(sealOf([...notices].reverse()))])).toBe(1);
    expect(await one.sealed(channel)).toHaveLength(count);
    expect(await other.waiting(channel, 9, 9)).toEqual([]);
  }
});

test('concurrent notices of many processes to the same targets all arrive, in order per process', async () => {
  const { one, other } = await open();
  const targets = Array.from({ length: 20 }, (_, n): Target => ({ kind: 'user', id: String(n) }));
  const enqueueFor = (outbox: typeof one, source: string, order: readonly Target[]) =>
    Promise.all(
      Array.from({ length: TRIES }, (_, at) =>
        outbox.enqueue(order.map((target) => routed(traded(at), target, [source]))),
      ),
    );
  await Promise.all([enqueueFor(one, 'w1', targets), enqueueFor(other, 'w2', [...targets].reverse())]);
  for (const target of targets) {
    const notices = await one.waiting(target, 1_000, 1_000);
    expect(notices).toHaveLength(2 * TRIES);
  }
});

test('notices of one entry keep its order', async () => {
  const { one, other } = await open();
  const changes = Array.from({ length: 200 }, (_, n) => traded((n * 7) % 200));
  await one.enqueue(changes.map((change) => routed(change)));
  const waiting = await other.waiting(channel, 1_000, 1_000);
  expect(waiting.map(({ cause }) => cause.kind === 'change' && cause.change.at)).toEqual(changes.map(({ at }) => at));
});

test('a message can be settled twice with the same outcome, and not with another', async () => {
  const { one, other } = await open();
  const { id } = await one.seal(sealOf(await enqueueSales(one, 1)));
  expect(await fulfilled([one.settle(id, DELIVERED), other.settle(id, { ...DELIVERED, at: 7 })])).toBe(2);
  await expect(other.settle(id, { kind: 'undelivered', why: 'target paused', at: 8 })).rejects.toThrow(LeaseLost);
  await expect(other.settle(id, { ...DELIVERED, messageId: '10' })).rejects.toThrow(LeaseLost);
});

test('a user who is deleted while a message is sealed has no message afterwards', async () => {
  const { one, other, db } = await open();
  const notices = await enqueueSales(one, 1, person);
  const [sealed, forgotten] = await runInLockOrder(person, db, [
    () => one.seal(sealOf(notices, person)),
    () => other.forget(person, ['f1']),
  ]);
  await sealed;
  await forgotten;
  expect([await one.sealed(person), await one.noticesOf(person, 9)]).toEqual([[], []]);
  expect((await db.query('SELECT FROM causes')).count).toBe(0);
});

test('no notice of a user who was just deleted is sealed, dropped or settled', async () => {
  const { one, other, db } = await open();
  const [notice] = (await enqueueSales(one, 1, person)) as [Notice];
  const [forgotten, sealed, dropped] = await runInLockOrder(person, db, [
    () => other.forget(person, ['f1']),
    () => one.seal(sealOf([notice], person)).catch(() => 'refused'),
    () => one.drop([{ notice, why: 'gone' }], 5).catch(() => 'refused'),
  ]);
  await forgotten;
  expect([await sealed, await dropped]).toEqual(['refused', 'refused']);
  expect([await one.sealed(person), await one.noticesOf(person, 9)]).toEqual([[], []]);
  await one.settle(1, DELIVERED);
  expect(await one.lastDelivered(['f1'])).toEqual(new Map());
});

test('a pause by one process applies to the other', async () => {
  const { one, other, db } = await open();
  const paused = new PostgresPauses(db);
  await paused.pause({ target: channel, code: 50_001, at: 1 });
  expect(await other.pauses()).toEqual([{ target: channel, code: 50_001, at: 1 }]);
  await paused.resume(channel);
  expect(await one.pauses()).toEqual([]);
});
