import { expect, test } from 'vitest';
import { channel, person, routed, traded } from '../../sqlite/journal/samples.ts';
import { borrowHandle } from '../database.ts';
import { openOutbox } from './open-outbox.ts';

/** Opens an outbox whose notices are enqueued at times set by the test, in epoch ms. */
async function open() {
  const db = await borrowHandle();
  let now = 0;
  const outbox = openOutbox(db, () => now);
  return {
    db,
    outbox,
    async enqueue(at: number, dueAt: number = at) {
      now = at;
      await outbox.enqueue([routed(traded(at), channel, ['f1'], dueAt)]);
    },
    async lease() {
      const { rows } = await db.query(
        `SELECT target, due_at AS "dueAt", quiet_until AS "quietUntil", ready_at AS "readyAt", gen FROM target_leases`,
      );
      return rows[0];
    },
  };
}

test('notices close together are debounced up to a limit, and the first due time counts', async () => {
  const { enqueue, lease } = await open();
  await enqueue(10_000);
  expect(await lease()).toEqual({ target: 'channel:200', dueAt: 10_000, quietUntil: 10_700, readyAt: 10_700, gen: 0 });
  await enqueue(10_500);
  expect(await lease()).toMatchObject({ dueAt: 10_000, quietUntil: 11_200, gen: 1 });
  for (const at of [11_100, 11_600]) await enqueue(at);
  expect(await lease()).toMatchObject({ quietUntil: 11_500, gen: 3 });
});

test('later notices do not delay a lease that is overdue', async () => {
  const { enqueue, lease } = await open();
  for (const at of [10_000, 20_000, 30_000]) await enqueue(at);
  expect(await lease()).toMatchObject({ dueAt: 10_000, readyAt: 11_500 });
});

test('notices that arrive while none is due start a new debounce', async () => {
  const { enqueue, lease } = await open();
  await enqueue(10_000, 90_000);
  await enqueue(20_000);
  expect(await lease()).toMatchObject({ dueAt: 20_000, quietUntil: 20_700 });
});

test('a lease without pending notices is due with the next one', async () => {
  const { db, enqueue, lease } = await open();
  await enqueue(10_000);
  await db.query('UPDATE target_leases SET due_at = NULL, quiet_until = 0, burst_at = NULL');
  await enqueue(20_000, 50_000);
  expect(await lease()).toMatchObject({ dueAt: 50_000, quietUntil: 20_700, gen: 1 });
});

test('a moved notice wakes the lease of its new target', async () => {
  const { db, outbox, enqueue, lease } = await open();
  await enqueue(10_000);
  await db.query('DELETE FROM target_leases');
  await outbox.move('f1', channel, person);
  expect(await lease()).toMatchObject({ target: 'user:400', dueAt: 10_000 });
  await outbox.move('f1', channel, person);
  expect(await lease()).toMatchObject({ gen: 0 });
});
