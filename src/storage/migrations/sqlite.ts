import type { DatabaseSync } from 'node:sqlite';
import { OperatorFault } from '../../faults/operator-fault.ts';
import { inThread, isLarge } from '../sqlite/database.ts';
import { transact } from '../sqlite/sql.ts';

/** The migrations, each from one `user_version` to the next. The statements of a released step never change. */
const SQLITE_MIGRATIONS: readonly string[] = [
  `
  -- Key and type of an identity, so that a trade stores only a small integer.
  CREATE TABLE items (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, type TEXT NOT NULL);
  CREATE INDEX items_by_type ON items (type);

  -- kind: index in TRADE_KINDS. seq: separates trades of one item in the same millisecond.
  CREATE TABLE trades (
    item INTEGER NOT NULL, at INTEGER NOT NULL, seq INTEGER NOT NULL,
    kind INTEGER NOT NULL, count INTEGER NOT NULL, paid INTEGER NOT NULL, shop INTEGER,
    PRIMARY KEY (item, at, seq)
  ) WITHOUT ROWID;

  CREATE TABLE causes (id INTEGER PRIMARY KEY, json TEXT NOT NULL);

  -- target: '<kind>:<snowflake>'. A notice waits while ended_at is null. Then message (sent) or why (dropped) holds its
  -- outcome.
  CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    cause INTEGER NOT NULL REFERENCES causes, target TEXT NOT NULL, sources TEXT NOT NULL, due_at INTEGER NOT NULL,
    ended_at INTEGER, message INTEGER REFERENCES messages, why TEXT,
    UNIQUE (cause, target)
  );
  CREATE INDEX notices_waiting ON notices (target, id, due_at) WHERE ended_at IS NULL;
  CREATE INDEX notices_ended ON notices (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX notices_of_message ON notices (message) WHERE message IS NOT NULL;

  -- A message is unsettled while settled_at is null. Then message_id (delivered) or why (rejected) holds its outcome.
  CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    target TEXT NOT NULL, nonce TEXT NOT NULL UNIQUE, body TEXT NOT NULL, sealed_at INTEGER NOT NULL,
    settled_at INTEGER, message_id TEXT, why TEXT
  );
  CREATE INDEX messages_unsettled ON messages (target, id) WHERE settled_at IS NULL;
  CREATE INDEX messages_settled ON messages (settled_at) WHERE settled_at IS NOT NULL;

  CREATE TABLE told (source TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE pauses (target TEXT PRIMARY KEY, code INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE outages (id INTEGER PRIMARY KEY, began INTEGER NOT NULL, ended INTEGER, why TEXT NOT NULL);
  CREATE UNIQUE INDEX outages_open ON outages ((1)) WHERE ended IS NULL;
  CREATE TABLE bans (id TEXT PRIMARY KEY, first_seen_at INTEGER) WITHOUT ROWID;
  CREATE TABLE moments (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
  `,
  `
  -- Distinct items as JSON. hash: first half of its SHA-256. An id is never reused, so that a cache in memory stays
  -- valid.
  CREATE TABLE goods (id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, json TEXT NOT NULL);
  -- The types of goods and of everything in them, at any depth.
  CREATE TABLE goods_types (type TEXT NOT NULL, goods INTEGER NOT NULL, PRIMARY KEY (type, goods)) WITHOUT ROWID;

  -- Positions and owners of shops. Both owner columns are null if the owner is unknown. changed_at, traded_at: time of
  -- the last change and of the last trade at the place, up to a day late.
  CREATE TABLE places (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    world TEXT NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, z INTEGER NOT NULL, owner TEXT, owner_name TEXT,
    changed_at INTEGER NOT NULL, traded_at INTEGER
  );
  CREATE UNIQUE INDEX places_by_location ON places (x, z, y, world, owner, owner_name);

  -- The change log, see ChangeRow. seq: separates changes of the same millisecond.
  CREATE TABLE changes (
    at INTEGER NOT NULL, seq INTEGER NOT NULL, kind INTEGER NOT NULL, goods INTEGER NOT NULL, place INTEGER,
    shop INTEGER, side NUMERIC, price INTEGER, remaining INTEGER,
    other_goods INTEGER, other_place INTEGER, other_side NUMERIC, other_price INTEGER, other_remaining INTEGER,
    moved INTEGER, paid INTEGER, sign_amount INTEGER, sign_price INTEGER, canvas TEXT,
    PRIMARY KEY (at, seq)
  ) WITHOUT ROWID;
  CREATE INDEX changes_of_goods ON changes (goods, at, seq);
  CREATE INDEX changes_of_other_goods ON changes (other_goods, at, seq) WHERE other_goods IS NOT NULL;

  -- The place replaces the shop's id, which is no longer written. null: an auction, or written before this step.
  ALTER TABLE trades ADD COLUMN place INTEGER;

  -- Trades summed up by time bucket, kind, place (0: none) and unit price. at: start of the bucket. Sums are REAL,
  -- so that absurdly large ones are readable.
  CREATE TABLE trade_groups (
    item INTEGER NOT NULL, at INTEGER NOT NULL, kind INTEGER NOT NULL, place INTEGER NOT NULL, price REAL NOT NULL,
    trades INTEGER NOT NULL, items REAL NOT NULL, paid REAL NOT NULL, last_at INTEGER NOT NULL,
    PRIMARY KEY (item, at, kind, place, price)
  ) WITHOUT ROWID;
  INSERT INTO trade_groups
    SELECT item, at - at % 21600000 AS bucket, kind, 0, CAST(paid AS REAL) / count AS price,
      count(*), total(count), total(paid), max(at)
    FROM trades WHERE count > 0 GROUP BY item, bucket, kind, price;

  -- Offers of shops since at. ask and bid are null if there is no such offer.
  CREATE TABLE marks (
    item INTEGER NOT NULL, at INTEGER NOT NULL, ask REAL, bid REAL, stock REAL NOT NULL,
    PRIMARY KEY (item, at)
  ) WITHOUT ROWID;

  -- The feeds and watches of the message, as JSON.
  ALTER TABLE messages ADD COLUMN tells TEXT NOT NULL DEFAULT '[]';

  ALTER TABLE notices ADD COLUMN held TEXT;
  CREATE INDEX notices_of_target ON notices (target, id);
  CREATE INDEX messages_of_target ON messages (target);
  `,
  `
  -- The best unit price of the watch's last delivered message, and its goods. Both are null if the message named none,
  -- or was delivered before this step.
  ALTER TABLE told ADD COLUMN price REAL;
  ALTER TABLE told ADD COLUMN goods TEXT;
  -- The best unit price that the message names for each watch, by the watch's id, as JSON.
  ALTER TABLE messages ADD COLUMN best TEXT NOT NULL DEFAULT '{}';
  `,
  `
  -- The message names each unreported outage of the stream that ended before this time; null if it names none.
  ALTER TABLE messages ADD COLUMN gaps_until INTEGER;
  `,
  `
  -- Columns of diamonds need no new type, because SQLite stores 0.5 in an INTEGER column as REAL.

  -- Shops with bundles counted as empty, and stock in bundles as items. Offers are sampled again from the next snapshot
  -- on.
  DELETE FROM marks;
  DELETE FROM moments WHERE name = 'mark:prices-marked';
  INSERT INTO moments (name, at) SELECT '.old-shops', at FROM moments WHERE name = '.snapshot';
  `,
  `
  -- The key under which an earlier Crier counted this kind together with others of its type; null if it counted this
  -- kind alone.
  ALTER TABLE items ADD COLUMN former_key TEXT;
  -- Trades before this time may mix several kinds. Absent if there are none.
  INSERT INTO moments (name, at)
    SELECT '.kinds-apart', CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE EXISTS (SELECT 1 FROM trades);
  `,
  `
  -- Canvases, see CanvasRow.
  CREATE TABLE canvases (
    id TEXT PRIMARY KEY, title TEXT, author TEXT, width INTEGER NOT NULL, height INTEGER NOT NULL,
    pixels BLOB NOT NULL, version INTEGER NOT NULL, pixels_at INTEGER NOT NULL,
    first_seen_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL, words TEXT NOT NULL, bytes INTEGER NOT NULL
  );
  CREATE INDEX canvases_by_age ON canvases (last_seen_at, id, bytes, words);
  `,
  `
  -- Tables and columns get the names that TypeScript and PostgreSQL use.
  ALTER TABLE told RENAME TO deliveries;
  ALTER TABLE deliveries RENAME COLUMN source TO source_id;
  ALTER TABLE deliveries RENAME COLUMN price TO unit_price;
  ALTER TABLE marks RENAME TO price_samples;
  ALTER TABLE trade_groups RENAME COLUMN price TO unit_price;
  ALTER TABLE moments RENAME TO checkpoints;
  ALTER TABLE notices RENAME COLUMN sources TO subscription_ids;
  ALTER TABLE messages RENAME COLUMN tells TO subscription_ids;
  ALTER TABLE messages RENAME COLUMN best TO best_prices;
  ALTER TABLE messages RENAME COLUMN gaps_until TO gaps_known_until;
  -- The place replaced the shop's id in the second step.
  ALTER TABLE trades DROP COLUMN shop;
  -- Counts of the settings from when they had a file of their own.
  DELETE FROM checkpoints WHERE name LIKE 'number:settings-%';

  -- Settings. record: JSON with its version. The other columns repeat values of the record: '' and 0 if it is
  -- unreadable.
  CREATE TABLE feeds (
    id TEXT PRIMARY KEY NOT NULL, guild_id TEXT NOT NULL, channel_id TEXT NOT NULL, kind TEXT NOT NULL,
    created_at INTEGER NOT NULL, record TEXT NOT NULL
  );
  CREATE TABLE watches (
    id TEXT PRIMARY KEY NOT NULL, user_id TEXT NOT NULL, created_at INTEGER NOT NULL, record TEXT NOT NULL
  );
  CREATE TABLE people (id TEXT PRIMARY KEY NOT NULL, record TEXT NOT NULL);

  -- The record tables, see RECORD_TABLES. expires_at: epoch ms, or null if the record never expires.
  CREATE TABLE undos (key TEXT PRIMARY KEY NOT NULL, record TEXT NOT NULL, expires_at INTEGER);
  CREATE TABLE feed_undos (key TEXT PRIMARY KEY NOT NULL, record TEXT NOT NULL, expires_at INTEGER);
  CREATE TABLE send_holds (key TEXT PRIMARY KEY NOT NULL, record TEXT NOT NULL, expires_at INTEGER);
  CREATE TABLE retried_refusals (key TEXT PRIMARY KEY NOT NULL, record TEXT NOT NULL, expires_at INTEGER);
  CREATE TABLE refused_token (key TEXT PRIMARY KEY NOT NULL, record TEXT NOT NULL, expires_at INTEGER);
  CREATE TABLE stock_evidence (key TEXT PRIMARY KEY NOT NULL, record TEXT NOT NULL, expires_at INTEGER);
  `,
  `
  -- Ids of notices that the outbox does not show yet, at most one row. See StagedNotices.
  CREATE TABLE staged_notices (first_id INTEGER NOT NULL, last_id INTEGER NOT NULL);
  `,
  `
  -- Find the trades at an owner's shops: 0.8 s with a million trades.
  CREATE INDEX places_of_owner ON places (owner) WHERE owner IS NOT NULL;
  CREATE INDEX trades_at_place ON trades (place, at) WHERE place IS NOT NULL;
  CREATE INDEX listings_at_place ON changes (place, at) WHERE kind = 3 OR kind = 6 AND other_goods IS NOT NULL;
  `,
  `
  -- Landmarks of LANDMARKS, at most one row.
  CREATE TABLE landmarks (key TEXT PRIMARY KEY NOT NULL, record TEXT NOT NULL, expires_at INTEGER);
  `,
  `
  -- A shop that changes its side is listed, too.
  DROP INDEX listings_at_place;
  CREATE INDEX listings_at_place ON changes (place, at)
    WHERE kind = 3 OR kind = 6 AND (other_goods IS NOT NULL OR other_side IS NOT NULL);
  `,
];

/** The `user_version` of a file with current tables. */
export const STORE_VERSION = SQLITE_MIGRATIONS.length;

/** Returns whether a newer Crier wrote the file. */
export function isNewer(db: DatabaseSync): boolean {
  return versionOfFile(db) > STORE_VERSION;
}

/** Returns whether an older Crier wrote the file. */
export function isOutdated(db: DatabaseSync): boolean {
  return versionOfFile(db) < STORE_VERSION;
}

/** Returns whether the file has no tables of Crier yet. */
export function isEmpty(db: DatabaseSync): boolean {
  return versionOfFile(db) === 0;
}

/** @throws OperatorFault if a newer Crier wrote the file */
export function refuseNewerFile(db: DatabaseSync): void {
  if (!isNewer(db)) return;
  const versions = `version ${versionOfFile(db)}, this one knows ${STORE_VERSION}`;
  throw new OperatorFault(
    `The store ${db.location()} was written by a newer Crier (${versions}): start that one again, or set another STORE_URL.`,
  );
}

/** The first release of the second step, 0.2.0, lacked this column. Such a file may have a later version by now. */
const ADD_TELLS_COLUMN = `ALTER TABLE messages ADD COLUMN tells TEXT NOT NULL DEFAULT '[]'`;

/**
 * Brings the tables of a file up to date, in one transaction.
 *
 * @param more runs in the same transaction, unless the file is up to date
 * @throws OperatorFault if a newer Crier wrote the file
 */
export function migrateFile(db: DatabaseSync, more: () => void = () => undefined): void {
  refuseNewerFile(db);
  const version = versionOfFile(db);
  if (version === STORE_VERSION) return;
  transact(db, () => {
    // The eighth step renames the column.
    if (version > 1 && version < 8 && !hasTells(db)) db.exec(ADD_TELLS_COLUMN);
    for (const step of SQLITE_MIGRATIONS.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${STORE_VERSION}`);
    more();
  });
}

/**
 * Migrates a large file in a thread, which may take minutes. Nothing may write to the file before the end. If the
 * thread fails or the file is small, opening the journal migrates it or throws the error.
 */
export async function migrateLarge(db: DatabaseSync): Promise<void> {
  const path = db.location();
  if (path === null || !isOutdated(db) || !isLarge(path)) return;
  await inThread({ kind: 'migrate', input: path });
}

function hasTells(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM pragma_table_info('messages') WHERE name = 'tells'").get() !== undefined;
}

function versionOfFile(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version);
}
