import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { openAddresses, openQueries, openRefusedToken, openUndos } from './open-kept.ts';
import { watch } from './samples.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** One of each kind that can be had anew: how it is put, and whether it is found. */
async function openAll() {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const log = recordingLog();
  openDatabase(path, log).close();
  const queries = await openQueries(path, log);
  const undos = await openUndos(path, log);
  const addresses = await openAddresses(path, log);
  const refusedToken = await openRefusedToken(path, log);
  for (const each of [queries, undos, addresses, refusedToken]) onTestFinished(() => each.close());
  const query = { userId: '400', side: 'buy', sort: 'price', outOfStock: false, filter: { containers: true } } as const;
  const key = await queries.keep(query);
  await undos.keep('400', { put: [watch], remove: [] });
  await addresses.keep('400', '987');
  await refusedToken.keep('MTIz.abc.def');
  return {
    log,
    edit(value: string) {
      const db = new DatabaseSync(path);
      db.exec(`UPDATE keyv SET value = ${value}`);
      db.close();
    },
    values() {
      const db = new DatabaseSync(path);
      const versions = db.prepare(`SELECT value ->> '$.value.v' AS v FROM keyv`).all();
      db.close();
      return versions.map(({ v }) => v);
    },
    found: async () => [
      await queries.find(key),
      await undos.last('400'),
      await addresses.find('400'),
      (await refusedToken.is('MTIz.abc.def')) || null,
    ],
    forget: () =>
      Promise.all([queries.forget('400'), undos.forget('400'), addresses.forget('400'), refusedToken.forget()]),
  };
}

it('writes the version of each, and finds it again', async () => {
  const { found, values, log } = await openAll();
  expect(values()).toEqual([1, 1, 1, 1]);
  expect(await found()).not.toContain(null);
  expect(log.lines).toEqual([]);
});

it.each([
  ['is of a newer Crier', `json_set(value, '$.value.v', 2)`, 'of a newer Crier (version 2)'],
  ['has a field that is not known', `json_set(value, '$.value.size', 2)`, 'not what it should be'],
  ['is something else', `json_set(value, '$.value', 7)`, 'not what it should be'],
])('takes one that %s for none, and says so once for each kind', async (_what, value, why) => {
  const { edit, found, forget, log } = await openAll();
  edit(value);
  for (let times = 0; times < 2; times++) expect(await found()).toEqual([null, null, null, null]);
  await forget();
  const sentence = 'Records that cannot be read count as none';
  expect(log.lines).toEqual(
    ['queries', 'undos', 'addresses', 'refused-token'].map((namespace) => ({
      level: 'warn',
      facts: { namespace, why },
      sentence,
    })),
  );
});

it('takes what is no JSON for none', async () => {
  const { edit, found, forget } = await openAll();
  edit(`'{oops'`);
  expect(await found()).toEqual([null, null, null, null]);
  await forget();
});
