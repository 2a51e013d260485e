import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { recordingLog } from '../../log/recording-log.ts';
import { startChild } from './child.ts';
import { openSettings } from './open-store-file.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: a real store in a file, written by a process that is killed. The test damages the WAL. */

const SAVER = join(import.meta.dirname, 'settings-saver.ts');

async function pathOfKilled(): Promise<string> {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const child = startChild(SAVER, [path]);
  expect(await child.line()).toBe('saved');
  await child.kill();
  return path;
}

async function read(path: string) {
  const log = recordingLog();
  const settings = await openSettings(path, log);
  onTestFinished(() => settings.close());
  const ids = async (records: Promise<readonly { readonly id: string }[]>) => (await records).map(({ id }) => id);
  const [feeds, watches] = [await ids(settings.feeds()), await ids(settings.watches())];
  return { feeds, watches, unreadable: settings.unreadable(), errors: log.errors() };
}

it('fault 81: damage to the WAL loses no saved setting', async () => {
  const path = await pathOfKilled();
  const wal = `${path}-wal`;
  writeFileSync(
    wal,
    readFileSync(wal).map((byte) => byte ^ 0xff),
  );
  const { feeds, watches, errors } = await read(path);
  expect({ feeds, watches, errors }).toEqual({ feeds: ['f1'], watches: ['w1', 'w2', 'w3'], errors: [] });
});

it('fault 81: a record of a newer version is reported and stays in the store', async () => {
  const path = await pathOfKilled();
  const db = new DatabaseSync(path);
  db.exec(`UPDATE watches SET record = json_set(record, '$.v', 2) WHERE id = 'w2'`);
  db.close();
  const { watches, unreadable, errors } = await read(path);
  expect(watches).toEqual(['w1', 'w3']);
  expect(unreadable).toEqual({ feeds: [], watches: ['w2'], people: [] });
  expect(errors).toMatchObject([{ facts: { namespace: 'watches', count: 1, ids: ['w2'] } }]);
});
