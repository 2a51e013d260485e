import { expect, test } from 'vitest';
import { channel, entry } from '../../sqlite/journal/samples.ts';
import { borrowHandle } from '../database.ts';
import { openLeaderJournal } from './lead.ts';

const ALL = 1_000_000;

async function open() {
  const db = await borrowHandle();
  const journal = await openLeaderJournal(db);
  const groups = async () => {
    const { rows } = await db.query<{ groups: number }>('SELECT last_group AS groups FROM leader');
    return rows[0]?.groups;
  };
  return { db, journal, groups };
}

test('entries that arrive together are committed together, in order', async () => {
  const { journal, groups } = await open();
  await Promise.all([5, 3, 9, 1].map((at) => journal.record(entry(at))));
  expect(await groups()).toBe(1);
  expect((await journal.waiting(channel, ALL, ALL)).map(({ dueAt }) => dueAt)).toEqual([5, 3, 9, 1]);
});

test('entries that arrive during a group commit form the next group', async () => {
  const { journal, groups } = await open();
  const first = journal.record(entry(0));
  await new Promise(setImmediate);
  await Promise.all([first, ...[1, 2, 3].map((at) => journal.record(entry(at)))]);
  expect(await groups()).toBe(2);
});

test('thousands of entries are written in several groups', async () => {
  const { journal, groups } = await open();
  await Promise.all(Array.from({ length: 2_500 }, (_, at) => journal.record(entry(at))));
  expect(await groups()).toBe(3);
  const moments = Array.from({ length: 2_500 }, (_, at) => at);
  expect((await journal.waiting(channel, ALL, ALL)).map(({ dueAt }) => dueAt)).toEqual(moments);
});

test('an invalid entry fails alone and as a whole', async () => {
  const { journal } = await open();
  const bad = { ...entry(2), snapshotAt: Number.NaN };
  const worse = { ...entry(3), notices: entry(3).notices.map((notice) => ({ ...notice, dueAt: 2 ** 80 })) };
  const ends = await Promise.allSettled([entry(1), bad, worse, entry(4)].map((each) => journal.record(each)));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  for (const end of ends.slice(1, 3))
    expect(end).toMatchObject({ reason: { name: 'NotWritten', isEntryInvalid: true } });
  expect((await journal.waiting(channel, ALL, ALL)).map(({ dueAt }) => dueAt)).toEqual([1, 4]);
  expect((await journal.changes('SLIME_BLOCK', 0)).map(({ at }) => at)).toEqual([1, 4]);
  expect(await journal.history({ type: 'SLIME_BLOCK' }, 0, ALL)).toMatchObject([{ trades: 2 }]);
});

test('an entry that cannot be written for a while delays the entries behind it', async () => {
  const { db, journal } = await open();
  await db.query(`
    CREATE FUNCTION cancel() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '57014'; END $$;
    CREATE TRIGGER cancel BEFORE INSERT ON notices FOR EACH ROW WHEN (new.due_at = 3) EXECUTE FUNCTION cancel()`);
  const bad = { ...entry(2), notices: entry(2).notices.map((notice) => ({ ...notice, dueAt: 2 ** 80 })) };
  const ends = await Promise.allSettled([entry(1), bad, entry(3), entry(4)].map((each) => journal.record(each)));
  expect(ends.map((end) => end.status === 'rejected' && end.reason.isEntryInvalid)).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect((await journal.waiting(channel, ALL, ALL)).map(({ dueAt }) => dueAt)).toEqual([1]);
});

test('an entry that cannot be written for a while delays the groups behind it as well', async () => {
  const { db, journal } = await open();
  await db.query(`
    CREATE FUNCTION cancel() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '57014'; END $$;
    CREATE TRIGGER cancel BEFORE INSERT ON notices FOR EACH ROW WHEN (new.due_at = 3) EXECUTE FUNCTION cancel()`);
  const ends = await Promise.allSettled(Array.from({ length: 2_500 }, (_, at) => journal.record(entry(at))));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  expect(await journal.waiting(channel, ALL, ALL)).toEqual([]);
  await journal.record(entry(5));
  expect(await journal.waiting(channel, ALL, ALL)).toHaveLength(1);
});
