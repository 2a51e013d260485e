import { constants, DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { NotWritten } from '../../../../../src/faults/store-faults.ts';
import { GroupCommit } from '../../../../../src/storage/sqlite/recorder.ts';
import { openOnFile } from '../open.ts';
import { channel, entry } from '../samples.ts';

const ALL = 1_000_000;

function countTransactions(db: DatabaseSync): () => number {
  let begun = 0;
  db.setAuthorizer((action, what) => {
    if (action === constants.SQLITE_TRANSACTION && what === 'BEGIN') begun++;
    return constants.SQLITE_OK;
  });
  return () => begun;
}

/** Opens a group commit of numbers whose writes take `writeMs`. `groups` lists the numbers of each transaction. */
function openNumbers(writeMs: number) {
  const groups: number[][] = [];
  let uptime = 0;
  const commits = new GroupCommit<number>({
    transactions: {
      write(work) {
        groups.push([]);
        return work();
      },
    },
    write(entry) {
      uptime += writeMs;
      groups.at(-1)?.push(entry);
    },
    uptime: () => uptime,
  });
  return { commits, groups };
}

it('a group commit writes entries that arrive together in one transaction, in order', async () => {
  const { commits, groups } = openNumbers(0.001);
  const [first] = [1, 2, 3, 4, 5].map((entry) => commits.submit(entry));
  expect(groups).toEqual([]);
  await first;
  expect(groups).toEqual([[1, 2, 3, 4, 5]]);
});

it('a group commit yields when a group took 2 ms, however many entries are waiting', async () => {
  const { commits, groups } = openNumbers(0.7);
  const [first, , , , fifth] = [1, 2, 3, 4, 5, 6, 7].map((entry) => commits.submit(entry));
  await first;
  expect(groups).toEqual([[1, 2, 3]]);
  await fifth;
  expect(groups).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
});

it('a group commit resolves an entry only when another connection can read it', async () => {
  const { path, journal } = openOnFile();
  const reader = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => reader.close());
  const count = () => reader.prepare('SELECT count(*) AS count FROM notices').get()?.count;
  const recorded = journal.record(entry(1));
  expect(count()).toBe(0);
  await recorded;
  expect(count()).toBe(1);
});

it('a group commit fails an invalid entry alone and as a whole', async () => {
  const { journal } = openOnFile();
  const bad = { ...entry(2), snapshotAt: Number.NaN };
  const answers = await Promise.allSettled([entry(1), bad, entry(3)].map((each) => journal.record(each)));
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(answers[1]).toMatchObject({ reason: expect.any(NotWritten) });
  expect((await journal.waiting(channel, ALL, ALL)).map((notice) => notice.dueAt)).toEqual([1, 3]);
  expect((await journal.changes('SLIME_BLOCK', 0)).map((change) => change.at)).toEqual([1, 3]);
  expect(await journal.history({ type: 'SLIME_BLOCK' }, 0, ALL)).toMatchObject([{ trades: 2 }]);
});

it('a group commit fails a whole group while another process locks the file, and continues afterwards', async () => {
  const { path, db, journal } = openOnFile();
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const begun = countTransactions(db);
  const answers = await Promise.allSettled([1, 2, 3].map((at) => journal.record(entry(at))));
  expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(begun()).toBe(1);
  other.exec('ROLLBACK');
  await journal.record(entry(4));
  expect(await journal.waiting(channel, ALL, ALL)).toMatchObject([{ dueAt: 4 }]);
});

it('a group commit commits pending entries on close', async () => {
  const { path, journal } = openOnFile();
  const recorded = Promise.all([1, 2, 3].map((at) => journal.record(entry(at))));
  await journal.close();
  await recorded;
  await expect(journal.record(entry(4))).rejects.toThrow('The store could not be written: database is not open.');
  const reader = new DatabaseSync(path);
  onTestFinished(() => reader.close());
  expect(reader.prepare('SELECT count(*) AS count FROM notices').get()?.count).toBe(3);
});
