import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Queryable } from '../../../src/storage/postgres/client.ts';
import { PostgresIdentifies } from '../../../src/storage/postgres/fleet/fleet.ts';
import { ManualClock } from '../../time/manual-clock.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { identifiesContract } from './identifies.contract.ts';

identifiesContract('PostgreSQL', async () => {
  const url = await makeDatabase();
  const clock = new ManualClock();
  const [identifies, other] = [openHandle(url), openHandle(url)].map((db) => new PostgresIdentifies(db, clock));
  if (identifies === undefined || other === undefined) throw new Error('two were made');
  return { identifies, other, clock };
});

test('a process that stalled while it got its turn requests another', async () => {
  const db = openHandle(await makeDatabase());
  const clock = new ManualClock();
  let answers = 0;
  const stood: Queryable = {
    async query(sql, values) {
      const answer = await db.query<never>(sql, values);
      answers += 1;
      if (answers === 1) clock.advance(3_000);
      return answer;
    },
  };
  let isOver = false;
  const passed = new PostgresIdentifies(stood, clock).pass(0, 1, new AbortController().signal).finally(() => {
    isOver = true;
  });
  const from = clock.monotonic();
  while (!isOver) {
    clock.advance(50);
    await nextTurn();
  }
  await passed;
  // One whole interval after the void turn.
  expect(clock.monotonic() - from).toBeGreaterThanOrEqual(5_500);
});

test('a PostgreSQL that temporarily rejects writes leaves no shard without its turn', async () => {
  const db = openHandle(await makeDatabase());
  await db.query('ALTER TABLE identifies RENAME TO away');
  let waits = 0;
  const sleep = async () => {
    waits += 1;
    if (waits === 2) await db.query('ALTER TABLE away RENAME TO identifies');
  };
  await new PostgresIdentifies(db, { now: () => 0, monotonic: () => 0, idle: () => 0, sleep }).pass(
    0,
    1,
    new AbortController().signal,
  );
  expect(waits).toBe(2);
});
