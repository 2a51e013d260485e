import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createRefusedToken, createUndos } from '../../../src/storage/records/records.ts';
import { clearExpiredInFile } from '../../../src/storage/sqlite/record-table.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { openStoreFile } from './open-store-file.ts';
import { watch } from './samples.ts';
import { temporaryFolder } from './temporary-folder.ts';

const TABLES = ['undos', 'refused_token'] as const;

/** Opens two tables, each with a record. */
async function openBoth() {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const log = recordingLog();
  const { db, transactions, records, close } = openStoreFile(path, log);
  onTestFinished(() => close());
  const undos = createUndos(records);
  const refusedToken = createRefusedToken(records);
  await undos.keep('400', { put: [watch], remove: [] });
  await refusedToken.keep('MTIz.abc.def');
  const change = <T>(work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(path);
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  return {
    ...{ log, undos },
    clear: () => clearExpiredInFile(db, transactions, Date.now()),
    edit: (record: string) =>
      change((db) => {
        for (const table of TABLES) db.exec(`UPDATE ${table} SET record = ${record}`);
      }),
    versions: () =>
      change((db) => TABLES.map((table) => db.prepare(`SELECT record ->> '$.v' AS v FROM ${table}`).get()?.v)),
    count: (table: string) => change((db) => db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count),
    found: async () => [await undos.last('400'), (await refusedToken.is('MTIz.abc.def')) || null],
    forget: () => Promise.all([undos.forget('400'), refusedToken.forget()]),
  };
}

it('a record is written with its version, and found again', async () => {
  const { found, versions, log } = await openBoth();
  expect(versions()).toEqual([1, 1]);
  expect(await found()).not.toContain(null);
  expect(log.lines).toEqual([]);
});

it.each([
  ['is of a newer release', `json_set(record, '$.v', 2)`, 'written by a newer Crier (version 2)'],
  ['has an unknown field', `json_set(record, '$.size', 2)`, 'not a valid record'],
  ['is something else', `'7'`, 'not a valid record'],
  ['is not JSON', `'{oops'`, 'not JSON'],
])('a record that %s counts as missing, and is logged once per table', async (_what, record, why) => {
  const { edit, found, forget, log } = await openBoth();
  edit(record);
  for (let times = 0; times < 2; times++) expect(await found()).toEqual([null, null]);
  await forget();
  const sentence = 'Unreadable records count as missing';
  expect(log.lines).toEqual(TABLES.map((table) => ({ level: 'warn', facts: { table, why }, sentence })));
});

it('expired records of all tables are deleted on request, and no others', async () => {
  const { undos, count, edit, clear } = await openBoth();
  for (const id of ['401', '402']) await undos.keep(id, { put: [], remove: [] });
  expect(count('undos')).toBe(3);
  edit('record, expires_at = 1');
  await undos.keep('403', { put: [], remove: [] });
  expect(count('undos'), 'a write looks at its own record alone').toBe(4);
  await clear();
  expect([count('undos'), count('refused_token')]).toEqual([1, 0]);
});

it('the deletion of an expired record removes it', async () => {
  const { edit, undos, count } = await openBoth();
  edit('record, expires_at = 1');
  await undos.forget('400');
  expect(count('undos')).toBe(0);
});
