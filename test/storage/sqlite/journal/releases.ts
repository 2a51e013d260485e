import { BUCKET_MS } from '../../../../src/market/prices/trade-group.ts';

const SAMPLE =
  '{"kind":"sample","change":{"kind":"auctioned","at":5,"auction":{"kind":"auction","at":5,"item":{"identity":{"key":"00000000000000a1","type":"SLIME_BLOCK","variant":null},"quantity":1,"name":"Slime Block","contents":[]},"sold":2,"finalBid":9}}}';

/** The relevant tables of the first release, with rows it wrote. */
export const FIRST_RELEASE = `
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
  INSERT INTO causes VALUES (1, '${SAMPLE}');
  INSERT INTO notices (cause, target, sources, due_at) VALUES (1, 'channel:200', '["f1"]', 5);
  PRAGMA user_version = 1;
`;

/** The tables of the second release, migrated from the first, with a watch that fired and a message in flight. */
export const SECOND_RELEASE = `
  ${FIRST_RELEASE}
  CREATE TABLE goods (id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, json TEXT NOT NULL);
  CREATE TABLE goods_types (type TEXT NOT NULL, goods INTEGER NOT NULL, PRIMARY KEY (type, goods)) WITHOUT ROWID;
  CREATE TABLE places (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    world TEXT NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, z INTEGER NOT NULL, owner TEXT, owner_name TEXT,
    changed_at INTEGER NOT NULL, traded_at INTEGER
  );
  CREATE UNIQUE INDEX places_by_location ON places (x, z, y, world, owner, owner_name);
  CREATE TABLE changes (
    at INTEGER NOT NULL, seq INTEGER NOT NULL, kind INTEGER NOT NULL, goods INTEGER NOT NULL, place INTEGER,
    shop INTEGER, side NUMERIC, price INTEGER, remaining INTEGER,
    other_goods INTEGER, other_place INTEGER, other_side NUMERIC, other_price INTEGER, other_remaining INTEGER,
    moved INTEGER, paid INTEGER, sign_amount INTEGER, sign_price INTEGER, canvas TEXT,
    PRIMARY KEY (at, seq)
  ) WITHOUT ROWID;
  CREATE INDEX changes_of_goods ON changes (goods, at, seq);
  CREATE INDEX changes_of_other_goods ON changes (other_goods, at, seq) WHERE other_goods IS NOT NULL;
  ALTER TABLE trades ADD COLUMN place INTEGER;
  CREATE TABLE trade_groups (
    item INTEGER NOT NULL, at INTEGER NOT NULL, kind INTEGER NOT NULL, place INTEGER NOT NULL, price REAL NOT NULL,
    trades INTEGER NOT NULL, items REAL NOT NULL, paid REAL NOT NULL, last_at INTEGER NOT NULL,
    PRIMARY KEY (item, at, kind, place, price)
  ) WITHOUT ROWID;
  INSERT INTO trade_groups
    SELECT item, at - at % 21600000 AS bucket, kind, 0, CAST(paid AS REAL) / count AS price,
      count(*), total(count), total(paid), max(at)
    FROM trades WHERE count > 0 GROUP BY item, bucket, kind, price;
  CREATE TABLE marks (
    item INTEGER NOT NULL, at INTEGER NOT NULL, ask REAL, bid REAL, stock REAL NOT NULL,
    PRIMARY KEY (item, at)
  ) WITHOUT ROWID;
  ALTER TABLE messages ADD COLUMN tells TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE notices ADD COLUMN held TEXT;
  CREATE INDEX notices_of_target ON notices (target, id);
  CREATE INDEX messages_of_target ON messages (target);
  INSERT INTO told VALUES ('w1', 600);
  INSERT INTO messages (id, target, nonce, body, sealed_at, tells) VALUES (1, 'user:400', 'n', '{}', 700, '["w2"]');
  INSERT INTO notices (cause, target, sources, due_at, ended_at, message) VALUES (1, 'user:400', '["w2"]', 5, 700, 1);
  PRAGMA user_version = 2;
`;
