import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { KINDS_SEPARATE_SINCE } from '../../../../src/storage/mappers/checkpoint-names.ts';
import { migrateFile } from '../../../../src/storage/migrations/sqlite.ts';
import { openJournal } from '../../../../src/storage/sqlite/journal.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { testSize } from '../../../property-runs.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { statementsOf } from './statements-of.ts';
import { IDS, RELEASED, type Released, writeReleasedStore } from './write-released-store.ts';

const END = Number.MAX_SAFE_INTEGER;

function rows(path: string, sql: string) {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

/** Returns every row of every table, and the tables' definitions. */
function contentOf(path: string) {
  const schema = rows(path, 'SELECT type, name, sql FROM sqlite_schema ORDER BY name');
  const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => String(name));
  return { schema, rows: tables.map((table) => rows(path, `SELECT * FROM "${table}"`)) };
}

function open(path: string) {
  const log = recordingLog();
  const journal = openJournal(new DatabaseSync(path), Date.now, log);
  onTestFinished(() => journal.close());
  return { journal, log };
}

it.each(RELEASED)('a journal of version %s keeps its outbox and history', async (version) => {
  const paths = writeReleasedStore(version, temporaryFolder());
  const waited = rows(paths.journal, 'SELECT id, due_at FROM notices WHERE ended_at IS NULL');
  const underWay = rows(paths.journal, 'SELECT nonce FROM messages WHERE settled_at IS NULL');
  const deliveries = rows(paths.journal, 'SELECT source, at FROM told ORDER BY source');
  const [paid] = rows(paths.journal, 'SELECT total(paid) AS paid, count(*) AS trades FROM trades');
  expect([waited, underWay].map(({ length }) => length)).toEqual([1, 1]);

  const { journal, log } = open(paths.journal);
  const person = { kind: 'user', id: IDS.player } as const;
  expect(await journal.waiting(person, END, 9)).toMatchObject(waited.map(({ id }) => ({ id })));
  expect(await journal.sealed({ kind: 'channel', id: IDS.market })).toMatchObject(underWay);
  const last = await journal.lastDelivered(deliveries.map(({ source }) => String(source)));
  expect([...last].map(([source, { at }]) => ({ source, at }))).toEqual(deliveries);
  const groups = (await Promise.all((await journal.types()).map((type) => journal.history({ type }, 0, END)))).flat();
  const sum = (field: 'paid' | 'trades') => groups.reduce((all, group) => all + group[field], 0);
  expect({ paid: sum('paid'), trades: sum('trades') }).toEqual(paid);

  expect(log.lines).toEqual([]);
});

/** Like `contentOf`, with the stored time of the migration replaced by `now`. */
function migratedContentOf(path: string, startedAt: number) {
  const { schema, rows } = contentOf(path);
  const isNow = ({ name, at }: (typeof rows)[number][number]) =>
    name === KINDS_SEPARATE_SINCE && Number(at) >= startedAt && Number(at) <= Date.now();
  return { schema, rows: rows.map((table) => table.map((row) => (isNow(row) ? { ...row, at: 'now' } : row))) };
}

/** Returns the journals left by a kill before each statement of a migration; the last one had no kill. */
function killedMigrations(version: Released) {
  const every = testSize({ short: 4, long: 1 });
  let statements = 0;
  const [folder, copies] = [temporaryFolder(), temporaryFolder()];
  const db = new DatabaseSync(writeReleasedStore(version, folder).journal);
  const exec = db.exec.bind(db);
  let count = 0;
  const copy = () => {
    cpSync(folder, join(copies, String(count)), { recursive: true });
    count += 1;
  };
  db.exec = (sql) => {
    for (const statement of statementsOf(sql)) {
      if (statements % every === 0) copy();
      statements += 1;
      exec(statement);
    }
  };
  migrateFile(db);
  copy();
  db.close();
  const journals = Array.from({ length: count }, (_, index) => join(copies, String(index), 'crier.events.sqlite'));
  return { journals, statements };
}

it.each([
  ['0.1.0', 20],
  ['0.2.0', 6],
] as const)(
  'a migration from %s that is killed before any of its statements is rolled back, then done at the next start',
  async (version, atLeast) => {
    const before = contentOf(writeReleasedStore(version, temporaryFolder()).journal);
    const startedAt = Date.now();
    const { journals, statements } = killedMigrations(version);
    const expected = migratedContentOf(journals.at(-1) ?? '', startedAt);
    for (const [kill, journal] of journals.slice(0, -1).entries()) {
      expect(contentOf(journal), `kill ${kill}`).toEqual(before);
      await open(journal).journal.close();
      expect(migratedContentOf(journal, startedAt), `begun again after kill ${kill}`).toEqual(expected);
    }
    expect(statements).toBeGreaterThanOrEqual(atLeast);
  },
);

it('a journal of 0.2.0 that 0.3.0 adopted gets its missing column', async () => {
  const { journal: path } = writeReleasedStore('0.2.0', temporaryFolder());
  const db = new DatabaseSync(path);
  db.exec(`
    ALTER TABLE told ADD COLUMN price REAL; ALTER TABLE told ADD COLUMN goods TEXT;
    ALTER TABLE messages ADD COLUMN best TEXT NOT NULL DEFAULT '{}'; PRAGMA user_version = 3;`);
  db.close();
  const { journal } = open(path);
  expect(await journal.sealed({ kind: 'channel', id: IDS.market })).toHaveLength(1);
});
