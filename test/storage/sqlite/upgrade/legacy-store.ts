import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrateFile } from '../../../../src/storage/migrations/sqlite.ts';
import { upgradeLegacy } from '../../../../src/storage/migrations/upgrade-legacy.ts';
import { locateStore, type StoreLocation } from '../../../../src/storage/sqlite/files.ts';
import { type RecordingLog, recordingLog } from '../../../log/recording-log.ts';

export const NOW = 1_795_448_700_000;

export function locationIn(folder: string): StoreLocation {
  const located = locateStore(`sqlite://${join(folder, 'crier.sqlite')}`);
  if (!located.ok) throw new Error(located.why);
  return located.location;
}

interface UpgradeOptions {
  readonly log?: RecordingLog;
  readonly freeBytes?: () => number;
  readonly onProgress?: (what: string) => void;
}

/** Upgrades the store in a folder, as a start does. @returns the log */
export async function upgrade(
  folder: string,
  { log = recordingLog(), ...more }: UpgradeOptions = {},
): Promise<RecordingLog> {
  await upgradeLegacy({ location: locationIn(folder), log, now: () => NOW, onProgress: () => undefined, ...more });
  return log;
}

export function rowsOf(path: string, sql: string, ...values: readonly string[]) {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db.prepare(sql).all(...values);
  } finally {
    db.close();
  }
}

export function change(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

/** Tables of settings, and of records that were kept next to them. */
const OF_SETTINGS = new Set([
  ...['feeds', 'watches', 'people', 'undos', 'feed_undos', 'send_holds', 'retried_refusals'],
  ...['refused_token', 'stock_evidence'],
]);

/** Rows without data: the time at which a migration ran, and the number of a table that never had a row. */
const isNoise = ({ name, seq }: Readonly<Record<string, unknown>>) => name === '.kinds-apart' || seq === 0;

/** Returns every row of every table, by the table's name. */
export function contentOf(path: string): Readonly<Record<string, readonly unknown[]>> {
  const tables = rowsOf(path, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
  return Object.fromEntries(
    tables.map(({ name }) => [String(name), rowsOf(path, `SELECT * FROM "${name}"`).filter((row) => !isNoise(row))]),
  );
}

/** Returns the content of a journal after a migration of a copy; the file itself stays unchanged. */
export function journalContentOf(path: string) {
  const db = new DatabaseSync(':memory:');
  const source = rowsOf(path, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'");
  for (const { sql } of source) db.exec(String(sql));
  db.prepare('ATTACH ? AS journal').run(path);
  const tables = db.prepare("SELECT name FROM journal.sqlite_schema WHERE type = 'table'").all();
  db.exec('PRAGMA foreign_keys = OFF');
  for (const { name } of tables) {
    if (name === 'sqlite_sequence') db.exec('DELETE FROM sqlite_sequence');
    db.exec(`INSERT INTO main."${name}" SELECT * FROM journal."${name}"`);
  }
  const version = Number(db.prepare('PRAGMA journal.user_version').get()?.user_version);
  db.exec(`PRAGMA user_version = ${version}; DETACH journal`);
  migrateFile(db);
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  const content = names
    .map(({ name }) => String(name))
    .filter((name) => !OF_SETTINGS.has(name))
    .map((name) => [
      name,
      db
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .filter((row) => !isNoise(row)),
    ]);
  db.close();
  return Object.fromEntries(content) as Readonly<Record<string, readonly unknown[]>>;
}

/** Returns the values that Keyv stored, by `space/key`. */
export function keyvOf(path: string): Readonly<Record<string, unknown>> {
  const rows = rowsOf(path, 'SELECT namespace, key, value FROM keyv');
  return Object.fromEntries(
    rows.map(({ namespace, key, value }) => [`${namespace}/${key}`, JSON.parse(String(value)).value]),
  );
}

/** Returns the bytes of the files in a folder, by name. Readers of a database leave empty side files. */
export function bytesIn(folder: string): Readonly<Record<string, Buffer>> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !/-(?:wal|shm)$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name))]),
  );
}
