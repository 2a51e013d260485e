import { expect, test } from 'vitest';
import { LeaseLost } from '../../../../src/faults/store-faults.ts';
import type { Notice } from '../../../../src/routing/notice.ts';
import { channel } from '../../sqlite/journal/samples.ts';
import { makeDatabase, openHandle } from '../database.ts';
import { enqueueSales, openOutbox, sealOf } from './open-outbox.ts';

const CLAIM = `UPDATE target_leases SET fence = nextval('lease_fences') WHERE target = 'channel:200' RETURNING fence`;

/** Opens an outbox with two notices for the channel; two processes claim its lease one after the other. */
async function open() {
  const url = await makeDatabase();
  const db = openHandle(url);
  const outbox = openOutbox(openHandle(url));
  const [first, second] = (await enqueueSales(outbox, 2)) as [Notice, Notice];
  const claim = async () => {
    const { rows } = await db.query<{ fence: number }>(CLAIM);
    return { target: channel, fence: rows[0]?.fence ?? Number.NaN };
  };
  return { db, outbox, first, second, claim };
}

test('the holder of a lease seals, drops and postpones', async () => {
  const { outbox, first, second, claim } = await open();
  const lease = await claim();
  await outbox.seal({ ...sealOf([first]), lease });
  await outbox.postpone([second], 700, 'quiet', lease);
  await outbox.drop([{ notice: second, why: 'gone' }], 5, lease);
  expect(await outbox.sealed(channel)).toHaveLength(1);
  expect(await outbox.nextDueAt(channel)).toBeNull();
});

test('a process that lost its lease changes nothing', async () => {
  const { outbox, first, second, claim } = await open();
  const lease = await claim();
  await claim();
  const dropped = [{ notice: second, why: 'gone' }];
  await expect(outbox.seal({ ...sealOf([first]), dropped, lease })).rejects.toThrow(LeaseLost);
  await expect(outbox.postpone([first], 700, 'quiet', lease)).rejects.toThrow(LeaseLost);
  await expect(outbox.drop(dropped, 5, lease)).rejects.toThrow(LeaseLost);
  expect(await outbox.waiting(channel, 9, 9)).toEqual([first, second]);
  expect(await outbox.sealed(channel)).toEqual([]);
});

test('a deleted lease counts as lost', async () => {
  const { db, outbox, first, claim } = await open();
  const lease = await claim();
  await db.query('DELETE FROM target_leases');
  await expect(outbox.seal({ ...sealOf([first]), lease })).rejects.toThrow(LeaseLost);
});

test('a write that is pending while another process claims its lease has no effect', async () => {
  const { db, outbox, first, claim } = await open();
  const lease = await claim();
  const session = await db.connect('short');
  await session.query('BEGIN');
  await session.query(CLAIM);
  const sealed = outbox.seal({ ...sealOf([first]), lease }).catch((error: unknown) => error);
  const waitingForLocks = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.query(waitingForLocks)).count).toBe(1);
  await session.query('COMMIT');
  await session.end();
  expect(await sealed).toBeInstanceOf(LeaseLost);
  expect(await outbox.waiting(channel, 9, 9)).toContainEqual(first);
});

test('the outcome of a message is saved, whichever process holds its lease', async () => {
  const { outbox, first, claim } = await open();
  const lease = await claim();
  const { id } = await outbox.seal({ ...sealOf([first]), lease });
  await claim();
  await outbox.settle(id, { kind: 'delivered', messageId: '9', at: 6 });
  expect((await outbox.lastDelivered(['f1'])).get('f1')).toEqual({ at: 6, price: null });
});
