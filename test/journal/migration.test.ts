import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { openJournal } from '../../src/journal/journal.ts';
import { BUCKET_MS } from '../../src/market/trade-group.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { channel, item, shop, traded } from './samples.ts';

/** The tables of the first release that matter here, with what it wrote. */
const FIRST_RELEASE = `
  CREATE TABLE items (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, type TEXT NOT NULL);
  CREATE INDEX items_by_type ON items (type);
  CREATE TABLE trades (
    item INTEGER NOT NULL, at INTEGER NOT NULL, seq INTEGER NOT NULL,
    kind INTEGER NOT NULL, count INTEGER NOT NULL, paid INTEGER NOT NULL, shop INTEGER,
    PRIMARY KEY (item, at, seq)
  ) WITHOUT ROWID;
  CREATE TABLE causes (id INTEGER PRIMARY KEY, json TEXT NOT NULL);
  CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    cause INTEGER NOT NULL REFERENCES causes, target TEXT NOT NULL, sources TEXT NOT NULL, due_at INTEGER NOT NULL,
    ended_at INTEGER, message INTEGER REFERENCES messages, why TEXT,
    UNIQUE (cause, target)
  );
  CREATE INDEX notices_waiting ON notices (target, id, due_at) WHERE ended_at IS NULL;
  CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    target TEXT NOT NULL, nonce TEXT NOT NULL UNIQUE, body TEXT NOT NULL, sealed_at INTEGER NOT NULL,
    settled_at INTEGER, message_id TEXT, why TEXT
  );
  CREATE TABLE told (source TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE pauses (target TEXT PRIMARY KEY, code INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE outages (id INTEGER PRIMARY KEY, began INTEGER NOT NULL, ended INTEGER, why TEXT NOT NULL);
  CREATE UNIQUE INDEX outages_open ON outages ((1)) WHERE ended IS NULL;
  CREATE TABLE bans (id TEXT PRIMARY KEY, first_seen_at INTEGER) WITHOUT ROWID;
  CREATE TABLE moments (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO items VALUES (1, '00000000000000a1', 'SLIME_BLOCK');
  INSERT INTO trades VALUES
    (1, ${BUCKET_MS - 1}, 0, 1, 3, 10, 7), (1, ${BUCKET_MS - 1}, 1, 1, 6, 20, NULL), (1, ${BUCKET_MS}, 0, 0, 2, 9, NULL);
  INSERT INTO causes VALUES (1, '{"kind":"sample"}');
  INSERT INTO notices (cause, target, sources, due_at) VALUES (1, 'channel:200', '["f1"]', 5);
  PRAGMA user_version = 1;
`;

it('carries the trades and notices of the first release over, places unknown', async () => {
  const db = new DatabaseSync(join(temporaryFolder(), 'crier.events.sqlite'));
  db.exec(FIRST_RELEASE);
  const journal = openJournal(db, Date.now);
  onTestFinished(() => journal.close());
  await journal.record({ changes: [traded(BUCKET_MS + 5)], notices: [] });

  const { key } = item().identity;
  const nowhere = { key, place: null };
  const trades = await journal.history({ type: 'SLIME_BLOCK' }, 0, 2 * BUCKET_MS);
  expect(trades).toEqual([
    { ...nowhere, kind: 'purchase', at: 0, unitPrice: 10 / 3, trades: 2, items: 9, paid: 30, lastAt: BUCKET_MS - 1 },
    { ...nowhere, kind: 'auction', at: BUCKET_MS, unitPrice: 4.5, trades: 1, items: 2, paid: 9, lastAt: BUCKET_MS },
    {
      key,
      place: { location: shop().location, owner: shop().owner },
      kind: 'purchase',
      at: BUCKET_MS,
      unitPrice: 4,
      trades: 1,
      items: 3,
      paid: 12,
      lastAt: BUCKET_MS + 5,
    },
  ]);
  expect(await journal.history({ type: 'SLIME_BLOCK' }, BUCKET_MS - 1, BUCKET_MS)).toEqual(trades.slice(0, 1));
  expect(await journal.waiting(channel, 5, 9)).toMatchObject([{ sources: ['f1'], held: null }]);
});
