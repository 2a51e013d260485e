import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { OperatorFault, reasonOf } from '../../faults/operator-fault.ts';
import type { Log } from '../../ports/log.ts';
import { numberName, QUARANTINED } from '../mappers/checkpoint-names.ts';
import { writeRecord } from '../mappers/record.ts';
import { RECORD_TABLES, UNDO_KEPT_MS } from '../mappers/record-tables.ts';
import { formsOf, unfinishedChangeSchema } from '../mappers/settings-records.ts';
import { QUARANTINE_REPORTED_MS } from '../sqlite/database.ts';
import { sync } from '../sqlite/files.ts';
import { migrate } from './sqlite.ts';

export interface LegacyFiles {
  /** A copy of the legacy journal, or a file that does not exist yet. It becomes the store. */
  readonly path: string;
  /** The legacy settings, which are only read; null if there are none. */
  readonly settings: string | null;
  /** Whether corrupt settings of this store were quarantined just now. */
  readonly isQuarantined: boolean;
  /** Epoch ms. */
  readonly now: number;
}

/** The outcome of a conversion. */
export interface Converted extends Tally {
  /** Users whose interrupted change was reverted. */
  readonly takenBack: readonly string[];
  /** Users whose interrupted change is unreadable. It stays in the old file. */
  readonly notTakenBack: readonly string[];
  /** Records of kinds that this Crier does not know, by kind. They stay in the old file. */
  readonly unknown: Readonly<Record<string, number>>;
  /** The settings that the journal knows of, if fewer are there. */
  readonly expected: Tally | null;
}

interface Tally {
  readonly feeds: number;
  readonly watches: number;
  readonly people: number;
}

/** Kinds of expendable records, which the cache holds now. */
const CACHED_SPACES: readonly string[] = ['queries', 'addresses'];
const UNFINISHED = 'unfinished';

/** As @keyv/sqlite makes it. */
const KEYV_TABLE = `CREATE TABLE main.keyv (
  key VARCHAR(255) NOT NULL, value TEXT, namespace VARCHAR(255) NOT NULL DEFAULT '', expires BIGINT DEFAULT NULL,
  UNIQUE(key, namespace))`;

/**
 * Makes a store of a copy of the legacy journal and of the legacy settings. Every record is carried over as it is, whether it
 * can be read or not. No transaction protects the copy: after an error it must be thrown away. After success it is on the disk.
 *
 * @throws OperatorFault if a newer Crier wrote the journal, or the result is damaged
 */
export function convertLegacy(files: LegacyFiles): Converted {
  const converted = convert(files);
  sync(files.path);
  return converted;
}

function convert({ path, settings, isQuarantined, now }: LegacyFiles): Converted {
  // SQLite allows no journal_mode OFF in defensive mode. Any other mode would write each changed page twice.
  const db = new DatabaseSync(path, { defensive: false });
  try {
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    const known = readTally(db);
    migrate(db);
    const { found, ...copied } =
      settings === null ? { found: tallyOf(db), ...NOTHING } : copySettings(db, settings, now);
    const isLess = found.feeds < known.feeds || found.watches < known.watches || found.people < known.people;
    const quarantinedAt = isQuarantined || isLess ? now : known.lostAt;
    if (quarantinedAt !== null && now - quarantinedAt < QUARANTINE_REPORTED_MS)
      db.prepare('INSERT OR REPLACE INTO checkpoints (name, at) VALUES (?, ?)').run(QUARANTINED, quarantinedAt);
    const verdict = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (verdict !== 'ok') throw new OperatorFault(`The new store is damaged (${verdict}): look after the disk.`);
    const { feeds, watches, people } = known;
    return { ...tallyOf(db), ...copied, expected: isLess ? { feeds, watches, people } : null };
  } finally {
    db.close();
  }
}

/** A path for ATTACH, which writes nothing. */
function readOnlyUri(path: string): string {
  return `${pathToFileURL(path).href}?mode=ro`;
}

/** The settings that the journal knows of, and since when some are missing (epoch ms). */
function readTally(db: DatabaseSync): Tally & { readonly lostAt: number | null } {
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'moments'").get() !== undefined;
  const get = isThere ? db.prepare('SELECT at FROM moments WHERE name = ?') : null;
  const number = (name: string) => Number(get?.get(numberName(`settings-${name}`))?.at ?? 0);
  const isMissing = number('lost-feeds') + number('lost-watches') + number('lost-people') > 0;
  return {
    ...{ feeds: number('feeds'), watches: number('watches'), people: number('people') },
    lostAt: isMissing ? number('lost-at') : null,
  };
}

function tallyOf(db: DatabaseSync): Tally {
  const count = (table: string) => Number(db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count);
  return { feeds: count('feeds'), watches: count('watches'), people: count('people') };
}

const NOTHING = { takenBack: [], notTakenBack: [], unknown: {} } as const;

/** Keyv wraps a record: `{"value":…}`. Text that is no JSON is carried over as it is, and cannot be read there either. */
const ROWS = `SELECT key, expires,
    CASE WHEN json_valid(value) THEN value ELSE '{}' END AS json,
    CASE WHEN json_valid(value) THEN coalesce(value -> '$.value', value) ELSE coalesce(CAST(value AS TEXT), '') END AS record
  FROM legacy.keyv WHERE namespace = ?`;
const field = (name: string) => `coalesce(json ->> '$.value.record.${name}', '')`;
const CREATED_AT = `coalesce(CAST(json ->> '$.value.record.createdAt' AS INTEGER), 0)`;

function copySettings(
  db: DatabaseSync,
  settings: string,
  now: number,
): Pick<Converted, 'takenBack' | 'notTakenBack' | 'unknown'> & { readonly found: Tally } {
  db.prepare('ATTACH ? AS legacy').run(readOnlyUri(settings));
  db.exec('BEGIN');
  const copy = (space: string, into: string, select: string) =>
    db.prepare(`INSERT INTO ${into} SELECT ${select} FROM (${ROWS})`).run(space);
  copy(
    'feeds',
    'feeds (id, guild_id, channel_id, kind, created_at, record)',
    `key, ${field('guildId')}, ${field('channelId')}, ${field('kind')}, ${CREATED_AT}, record`,
  );
  copy('watches', 'watches (id, user_id, created_at, record)', `key, ${field('userId')}, ${CREATED_AT}, record`);
  copy('people', 'people (id, record)', 'key, record');
  const tables = Object.values(RECORD_TABLES);
  for (const { name, legacySpace } of tables)
    if (legacySpace !== undefined) copy(legacySpace, `${name} (key, record, expires_at)`, 'key, record, expires');
  // The older Crier's journal counted the records of a change that was cut short.
  const found = tallyOf(db);
  const changes = takeBack(db, now);
  const spaces = tables.flatMap(({ legacySpace = [] }) => legacySpace);
  const known = ['feeds', 'watches', 'people', UNFINISHED, ...CACHED_SPACES, ...spaces];
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

/** A change of a user's watches and quiet hours that was being written, with the step back. Earlier Criers had them. */
const unfinishedChange = z.strictObject({
  value: z.strictObject({ v: z.literal(1), record: unfinishedChangeSchema }),
});

/** Reverts the changes that a kill interrupted, as the next start of the older Crier would have. */
function takeBack(db: DatabaseSync, now: number): Pick<Converted, 'takenBack' | 'notTakenBack'> {
  const forms = formsOf();
  const takenBack: string[] = [];
  const notTakenBack: string[] = [];
  const putWatch = db.prepare('INSERT OR REPLACE INTO watches (id, user_id, created_at, record) VALUES (?, ?, ?, ?)');
  const removeWatch = db.prepare('DELETE FROM watches WHERE id = ?');
  const putPerson = db.prepare('INSERT OR REPLACE INTO people (id, record) VALUES (?, ?)');
  const putUndo = db.prepare('INSERT OR REPLACE INTO undos (key, record, expires_at) VALUES (?, ?, ?)');
  const removeUndo = db.prepare('DELETE FROM undos WHERE key = ?');
  for (const { key, value } of db.prepare('SELECT key, value FROM legacy.keyv WHERE namespace = ?').all(UNFINISHED)) {
    const change = unfinishedChange.safeParse(jsonOf(String(value))).data?.value.record;
    if (change === undefined) {
      notTakenBack.push(String(key));
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
    takenBack.push(userId);
  }
  return { takenBack, notTakenBack };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // counted as a change that cannot be read
  }
}

/** Takes the expendable values over into the cache. Without them, a button of an older message says "run it again". */
export function carryCache(settings: string, cache: string, log: Log): void {
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
    log.warn({ path: cache, reason: reasonOf(error) }, 'Queries behind buttons are not carried over');
  } finally {
    db?.close();
  }
}
