import type { DatabaseSync } from 'node:sqlite';
import { transact } from './transaction.ts';

/** Each step brings the file from one `user_version` to the next; a step that was released is never edited. */
const STEPS: readonly string[] = [
  `
  -- An identity's key and type, so that a trade needs a small integer only.
  CREATE TABLE items (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, type TEXT NOT NULL);
  CREATE INDEX items_by_type ON items (type);

  -- kind: index in TRADE_KINDS. seq: tells trades of one item in one millisecond apart.
  CREATE TABLE trades (
    item INTEGER NOT NULL, at INTEGER NOT NULL, seq INTEGER NOT NULL,
    kind INTEGER NOT NULL, count INTEGER NOT NULL, paid INTEGER NOT NULL, shop INTEGER,
    PRIMARY KEY (item, at, seq)
  ) WITHOUT ROWID;

  CREATE TABLE causes (id INTEGER PRIMARY KEY, json TEXT NOT NULL);

  -- target: '<kind>:<snowflake>'. A notice waits while ended_at is null; then message (told) or why (dropped) says how it ended.
  CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    cause INTEGER NOT NULL REFERENCES causes, target TEXT NOT NULL, sources TEXT NOT NULL, due_at INTEGER NOT NULL,
    ended_at INTEGER, message INTEGER REFERENCES messages, why TEXT,
    UNIQUE (cause, target)
  );
  CREATE INDEX notices_waiting ON notices (target, id, due_at) WHERE ended_at IS NULL;
  CREATE INDEX notices_ended ON notices (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX notices_of_message ON notices (message) WHERE message IS NOT NULL;

  -- A message is unsettled while settled_at is null; then message_id (delivered) or why (set aside) says how it ended.
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
];

/**
 * Brings the file's tables up to date, in one transaction.
 *
 * @throws Error with a sentence where a newer Crier wrote the file.
 */
export function migrate(db: DatabaseSync): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  if (version > STEPS.length) {
    throw new Error(
      `The journal ${db.location()} was written by a newer Crier (version ${version}, this one knows ${STEPS.length}).`,
    );
  }
  if (version === STEPS.length) return;
  transact(db, () => {
    for (const step of STEPS.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${STEPS.length}`);
  });
}
