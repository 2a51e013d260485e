import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { OperatorFault, reasonOf } from '../../faults/operator-fault.ts';
import type { Log } from '../../ports/log.ts';
import type { SettingsTally } from '../../ports/settings.ts';
import { numberName, QUARANTINED } from '../mappers/checkpoint-names.ts';
import { parseJsonOrUndefined } from '../mappers/parse-json.ts';
import { writeRecord } from '../mappers/record.ts';
import { RECORD_TABLES, UNDO_KEPT_MS } from '../mappers/record-tables.ts';
import { settingsForms, unfinishedChangeSchema } from '../mappers/settings-records.ts';
import { QUARANTINE_REPORTED_MS } from '../sqlite/database.ts';
import { sync } from '../sqlite/files.ts';
import { migrateFile } from './sqlite.ts';

export interface LegacyFiles {
  /** A copy of the legacy journal, or a path without a file. It becomes the new store. */
  readonly path: string;
  /** The legacy settings, which are only read, or null if there are none. */
  readonly settings: string | null;
  /** Whether corrupt settings of this store were just quarantined. */
  readonly isQuarantined: boolean;
  /** Epoch ms. */
  readonly now: number;
}

/** The outcome of a conversion. */
export interface Converted extends SettingsTally {
  /** Users whose interrupted change was reverted. */
  readonly reverted: readonly string[];
  /** Users whose interrupted change is unreadable. It stays in the old file. */
  readonly notReverted: readonly string[];
  /** The number of records of unknown kinds, by kind. They stay in the old file. */
  readonly unknown: Readonly<Record<string, number>>;
  /** The counts of settings that the journal recorded, or null if none are missing. */
  readonly expected: SettingsTally | null;
}

/** The namespaces of expendable records, which are now in the cache. */
const CACHED_SPACES: readonly string[] = ['queries', 'addresses'];
const UNFINISHED_SPACE = 'unfinished';

/** The table as @keyv/sqlite creates it. */
const KEYV_TABLE = `CREATE TABLE main.keyv (
  key VARCHAR(255) NOT NULL, value TEXT, namespace VARCHAR(255) NOT NULL DEFAULT '', expires BIGINT DEFAULT NULL,
  UNIQUE(key, namespace))`;

/**
 * Builds a store from a copy of the legacy journal and from the legacy settings. Every record is copied as it is,
 * readable or not. No transaction protects the copy: after an error the caller must delete it; after success it is on
 * disk.
 *
 * @throws OperatorFault if a newer Crier wrote the journal, or the result is damaged
 */
export function convertLegacy(files: LegacyFiles): Converted {
  const converted = convert(files);
  sync(files.path);
  return converted;
}

function convert({ path, settings, isQuarantined, now }: LegacyFiles): Converted {
  // SQLite forbids journal_mode OFF in defensive mode. Any other mode would write each changed page twice.
  const db = new DatabaseSync(path, { defensive: false });
  try {
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    const known = readTally(db);
    migrateFile(db);
    const { found, ...copied } =
      settings === null ? { found: countCopiedSettings(db), ...NO_CHANGES } : copySettings(db, settings, now);
    const isLess = found.feeds < known.feeds || found.watches < known.watches || found.people < known.people;
    const quarantinedAt = isQuarantined || isLess ? now : known.lostAt;
    if (quarantinedAt !== null && now - quarantinedAt < QUARANTINE_REPORTED_MS)
      db.prepare('INSERT OR REPLACE INTO checkpoints (name, at) VALUES (?, ?)').run(QUARANTINED, quarantinedAt);
    const verdict = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (verdict !== 'ok') throw new OperatorFault(`The new store is damaged (${verdict}): check the disk.`);
    const { feeds, watches, people } = known;
    return { ...countCopiedSettings(db), ...copied, expected: isLess ? { feeds, watches, people } : null };
  } finally {
    db.close();
  }
}

/** Returns a URI with which ATTACH opens a file read-only. */
function readOnlyUri(path: string): string {
  return `${pathToFileURL(path).href}?mode=ro`;
}

/** Reads the counts of settings that the journal recorded, and the time (epoch ms) since when some are missing. */
function readTally(db: DatabaseSync): SettingsTally & { readonly lostAt: number | null } {
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'moments'").get() !== undefined;
  const get = isThere ? db.prepare('SELECT at FROM moments WHERE name = ?') : null;
  const number = (name: string) => Number(get?.get(numberName(`settings-${name}`))?.at ?? 0);
  const isMissing = number('lost-feeds') + number('lost-watches') + number('lost-people') > 0;
  return {
    ...{ feeds: number('feeds'), watches: number('watches'), people: number('people') },
    lostAt: isMissing ? number('lost-at') : null,
  };
}

function countCopiedSettings(db: DatabaseSync): SettingsTally {
  const count = (table: string) => Number(db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count);
  return { feeds: count('feeds'), watches: count('watches'), people: count('people') };
}

const NO_CHANGES = { reverted: [], notReverted: [], unknown: {} } as const;

/** Keyv wraps a record: `{"value":…}`. Invalid JSON is copied as it is, and stays unreadable in the store. */
const SELECT_KEYV_RECORDS = `SELECT key, expires,
    CASE WHEN json_valid(value) THEN value ELSE '{}' END AS json,
    CASE WHEN json_valid(value) THEN coalesce(value -> '$.value', value) ELSE coalesce(CAST(value AS TEXT), '') END AS record
  FROM legacy.keyv WHERE namespace = ?`;
const jsonField = (name: string) => `coalesce(json ->> '$.value.record.${name}', '')`;
const CREATED_AT = `coalesce(CAST(json ->> '$.value.record.createdAt' AS INTEGER), 0)`;

function copySettings(
  db: DatabaseSync,
  settings: string,
  now: number,
): Pick<Converted, 'reverted' | 'notReverted' | 'unknown'> & { readonly found: SettingsTally } {
  db.prepare('ATTACH ? AS legacy').run(readOnlyUri(settings));
  db.exec('BEGIN');
  const copy = (space: string, into: string, select: string) =>
    db.prepare(`INSERT INTO ${into} SELECT ${select} FROM (${SELECT_KEYV_RECORDS})`).run(space);
  copy(
    'feeds',
    'feeds (id, guild_id, channel_id, kind, created_at, record)',
    `key, ${jsonField('guildId')}, ${jsonField('channelId')}, ${jsonField('kind')}, ${CREATED_AT}, record`,
  );
  copy('watches', 'watches (id, user_id, created_at, record)', `key, ${jsonField('userId')}, ${CREATED_AT}, record`);
  copy('people', 'people (id, record)', 'key, record');
  const tables = Object.values(RECORD_TABLES);
  for (const { name, legacySpace } of tables)
    if (legacySpace !== undefined) copy(legacySpace, `${name} (key, record, expires_at)`, 'key, record, expires');
  // The journal of the older Crier also counted the records of an interrupted change.
  const found = countCopiedSettings(db);
  const changes = revertUnfinished(db, now);
  const spaces = tables.flatMap(({ legacySpace = [] }) => legacySpace);
  const known = ['feeds', 'watches', 'people', UNFINISHED_SPACE, ...CACHED_SPACES, ...spaces];
  const unknown = db
    .prepare(
      `SELECT namespace, count(*) AS count FROM legacy.keyv
       WHERE namespace NOT IN (SELECT value FROM json_each(?)) GROUP BY namespace`,
    )
    .all(JSON.stringify(known));
  db.exec('COMMIT; DETACH legacy');
  return {
    ...changes,
    found,
    unknown: Object.fromEntries(unknown.map(({ namespace, count }) => [String(namespace), Number(count)])),
  };
}

/**
 * A change of a user's watches and quiet hours, with the step that reverts it. Earlier versions recorded each before
 * they wrote it.
 */
const unfinishedChange = z.strictObject({
  value: z.strictObject({ v: z.literal(1), record: unfinishedChangeSchema }),
});

/** Reverts the changes that a kill interrupted, as the next start of the older Crier would have done. */
function revertUnfinished(db: DatabaseSync, now: number): Pick<Converted, 'reverted' | 'notReverted'> {
  const forms = settingsForms();
  const reverted: string[] = [];
  const notReverted: string[] = [];
  const putWatch = db.prepare('INSERT OR REPLACE INTO watches (id, user_id, created_at, record) VALUES (?, ?, ?, ?)');
  const removeWatch = db.prepare('DELETE FROM watches WHERE id = ?');
  const putPerson = db.prepare('INSERT OR REPLACE INTO people (id, record) VALUES (?, ?)');
  const putUndo = db.prepare('INSERT OR REPLACE INTO undos (key, record, expires_at) VALUES (?, ?, ?)');
  const removeUndo = db.prepare('DELETE FROM undos WHERE key = ?');
  for (const { key, value } of db
    .prepare('SELECT key, value FROM legacy.keyv WHERE namespace = ?')
    .all(UNFINISHED_SPACE)) {
    const change = unfinishedChange.safeParse(parseJsonOrUndefined(String(value))).data?.value.record;
    if (change === undefined) {
      notReverted.push(String(key));
      continue;
    }
    const { id: userId, back, lastUndo } = change;
    for (const watch of back.put) putWatch.run(watch.id, watch.userId, watch.createdAt, forms.watches.write(watch));
    for (const id of back.remove) removeWatch.run(id);
    if (back.quiet !== undefined) putPerson.run(userId, forms.people.write({ id: userId, quiet: back.quiet }));
    if (lastUndo === null) removeUndo.run(userId);
    else {
      const undo = { key: lastUndo.key, ...lastUndo.step };
      putUndo.run(userId, JSON.stringify(writeRecord(RECORD_TABLES.undos, undo)), now + UNDO_KEPT_MS);
    }
    reverted.push(userId);
  }
  return { reverted, notReverted };
}

/**
 * Copies the expendable values into the cache. Without them, a button of an older message asks the user to run the
 * command again.
 */
export function copyToCache(settings: string, cache: string, log: Log): void {
  if (existsSync(cache)) return;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(cache);
    db.prepare('ATTACH ? AS legacy').run(readOnlyUri(settings));
    db.exec(`BEGIN; ${KEYV_TABLE};
      INSERT INTO main.keyv SELECT key, value, namespace, expires FROM legacy.keyv
        WHERE namespace IN (${CACHED_SPACES.map((name) => `'${name}'`)});
      COMMIT`);
  } catch (error) {
    log.warn({ path: cache, reason: reasonOf(error) }, 'Queries behind buttons not copied into the cache');
  } finally {
    db?.close();
  }
}
