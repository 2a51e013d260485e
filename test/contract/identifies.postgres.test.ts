import { expect, test } from 'vitest';
import { PostgresIdentifies } from '../../src/postgres/fleet/identifies.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { ManualClock } from '../time/manual-clock.ts';
import { identifiesContract } from './identifies.contract.ts';

identifiesContract('PostgreSQL', async () => {
  const url = await makeDatabase();
  const clock = new ManualClock();
  const [identifies, other] = [openHandle(url), openHandle(url)].map((db) => new PostgresIdentifies(db, clock));
  if (identifies === undefined || other === undefined) throw new Error('two were made');
  return { identifies, other, clock };
});

test('a PostgreSQL that takes no writes just now leaves no shard behind', async () => {
  const db = openHandle(await makeDatabase());
  await db.query('ALTER TABLE identifies RENAME TO away');
  let waits = 0;
  const sleep = async () => {
    waits += 1;
    if (waits === 2) await db.query('ALTER TABLE away RENAME TO identifies');
  };
  await new PostgresIdentifies(db, { now: () => 0, sleep }).pass(0, 1, new AbortController().signal);
  expect(waits).toBe(2);
});
