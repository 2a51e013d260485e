import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { recordingLog } from '../../log/recording-log.ts';
import { propertyRuns } from '../../property-runs.ts';
import { openSettings } from './open-store-file.ts';
import { feed, watch } from './samples.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: real settings in a file. */

async function open(path: string) {
  const log = recordingLog();
  const settings = await openSettings(path, log);
  onTestFinished(() => settings.close());
  return { log, settings };
}

function edit(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

it.each([
  ['no JSON', `'{oops'`],
  ['no record', `'7'`],
  ['no version', `json_extract(record, '$.record')`],
  ['no envelope', `json_set(record, '$.record.v', 1) -> '$.record'`],
  ['a later version', `json_set(record, '$.v', 2)`],
  ['an unknown kind', `json_set(record, '$.record.kind', 'gossip')`],
  ['another id inside', `json_set(record, '$.record.id', 'f9')`],
])('a record that holds %s is quarantined: kept, counted and logged', async (_what, broken) => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const { log, settings } = await open(path);
  await settings.putFeed(feed);
  await settings.putFeed({ ...feed, id: 'f2' });
  edit(path, `UPDATE feeds SET record = ${broken} WHERE id = 'f1'`);

  expect((await settings.feeds()).map((found) => found.id)).toEqual(['f2']);
  expect(settings.unreadable().feeds).toEqual(['f1']);
  expect(log.lines).toEqual([
    expect.objectContaining({ level: 'error', facts: { namespace: 'feeds', count: 1, ids: ['f1'] } }),
  ]);
  expect(log.errors()).toHaveLength(1);
  const db = new DatabaseSync(path);
  expect(db.prepare(`SELECT count(*) AS kept FROM feeds WHERE id = 'f1'`).get()?.kept).toBe(1);
  db.close();
});

it('thousands of records are read over many pages', async () => {
  const count = Math.min(propertyRuns(50), 30_000);
  const path = join(temporaryFolder(), 'crier.sqlite');
  const { settings } = await open(path);
  await settings.putWatch(watch);
  edit(
    path,
    `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO watches (id, user_id, created_at, record)
     SELECT 'w' || i, user_id, created_at, json_set(record, '$.record.id', 'w' || i) FROM watches, n`,
  );
  expect(await settings.watches()).toHaveLength(count);
  expect(settings.unreadable()).toEqual({ feeds: [], watches: [], people: [] });
});

it('a path that is a folder is refused with a message', async () => {
  const folder = temporaryFolder();
  await expect(openSettings(folder, recordingLog())).rejects.toMatchObject({
    name: 'StoreUnusable',
    message: `The store at ${folder} cannot be used: unable to open database file.`,
  });
});

it('a path below a file is refused with a message', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(openSettings(join(file, 'crier.sqlite'), recordingLog())).rejects.toMatchObject({
    name: 'StoreUnusable',
    message: expect.stringMatching(/^The store's folder .*\/file cannot be created: /),
  });
});

it('fault 58: a corrupt store is quarantined and logged, and a new one is created', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'crier.sqlite');
  writeFileSync(path, 'this is no database '.repeat(500));
  const { log, settings } = await open(path);
  await settings.putFeed(feed);

  expect(await settings.feeds()).toEqual([feed]);
  expect(log.lines).toEqual([expect.objectContaining({ level: 'error', facts: expect.objectContaining({ path }) })]);
  expect(log.errors()).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.startsWith('crier.sqlite.corrupt-'))).toHaveLength(1);
});
