CREATE TABLE items (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, type TEXT NOT NULL);
CREATE INDEX items_by_type ON items (type);
CREATE TABLE trades (
    item INTEGER NOT NULL, at INTEGER NOT NULL, seq INTEGER NOT NULL,
    kind INTEGER NOT NULL, count INTEGER NOT NULL, paid INTEGER NOT NULL, shop INTEGER, place INTEGER,
    PRIMARY KEY (item, at, seq)
  ) WITHOUT ROWID;
CREATE TABLE causes (id INTEGER PRIMARY KEY, json TEXT NOT NULL);
CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    cause INTEGER NOT NULL REFERENCES causes, target TEXT NOT NULL, sources TEXT NOT NULL, due_at INTEGER NOT NULL,
    ended_at INTEGER, message INTEGER REFERENCES messages, why TEXT, held TEXT,
    UNIQUE (cause, target)
  );
CREATE INDEX notices_waiting ON notices (target, id, due_at) WHERE ended_at IS NULL;
CREATE INDEX notices_ended ON notices (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX notices_of_message ON notices (message) WHERE message IS NOT NULL;
CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    target TEXT NOT NULL, nonce TEXT NOT NULL UNIQUE, body TEXT NOT NULL, sealed_at INTEGER NOT NULL,
    settled_at INTEGER, message_id TEXT, why TEXT
  , tells TEXT NOT NULL DEFAULT '[]', best TEXT NOT NULL DEFAULT '{}');
CREATE INDEX messages_unsettled ON messages (target, id) WHERE settled_at IS NULL;
CREATE INDEX messages_settled ON messages (settled_at) WHERE settled_at IS NOT NULL;
CREATE TABLE told (source TEXT PRIMARY KEY, at INTEGER NOT NULL, price REAL, goods TEXT) WITHOUT ROWID;
CREATE TABLE pauses (target TEXT PRIMARY KEY, code INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE outages (id INTEGER PRIMARY KEY, began INTEGER NOT NULL, ended INTEGER, why TEXT NOT NULL);
CREATE UNIQUE INDEX outages_open ON outages ((1)) WHERE ended IS NULL;
CREATE TABLE bans (id TEXT PRIMARY KEY, first_seen_at INTEGER) WITHOUT ROWID;
CREATE TABLE moments (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
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
CREATE TABLE trade_groups (
    item INTEGER NOT NULL, at INTEGER NOT NULL, kind INTEGER NOT NULL, place INTEGER NOT NULL, price REAL NOT NULL,
    trades INTEGER NOT NULL, items REAL NOT NULL, paid REAL NOT NULL, last_at INTEGER NOT NULL,
    PRIMARY KEY (item, at, kind, place, price)
  ) WITHOUT ROWID;
CREATE TABLE marks (
    item INTEGER NOT NULL, at INTEGER NOT NULL, ask REAL, bid REAL, stock REAL NOT NULL,
    PRIMARY KEY (item, at)
  ) WITHOUT ROWID;
CREATE INDEX notices_of_target ON notices (target, id);
CREATE INDEX messages_of_target ON messages (target);
INSERT INTO items (id, key, type) VALUES (1, '00000000000000a1', 'SLIME_BLOCK');
INSERT INTO items (id, key, type) VALUES (2, '00000000000000f6', 'DIAMOND');
INSERT INTO trades (item, at, seq, kind, count, paid, shop, place) VALUES (1, 1700000000001, 0, 0, 2, 9, NULL, NULL);
INSERT INTO trades (item, at, seq, kind, count, paid, shop, place) VALUES (1, 1700000000002, 0, 1, 3, 12, NULL, 1);
INSERT INTO trades (item, at, seq, kind, count, paid, shop, place) VALUES (2, 1700000000003, 0, 2, 3, 12, NULL, 2);
INSERT INTO causes (id, json) VALUES (1, '{"kind":"change","change":{"kind":"traded","at":1700000000002,"trade":{"kind":"purchase","at":1700000000002,"item":{"identity":{"key":"00000000000000a1","type":"SLIME_BLOCK","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]},"moved":3,"paid":12,"sign":null,"location":{"x":1,"y":64,"z":-3,"world":"world"}},"shop":{"id":7,"owner":{"name":"Ada","uuid":"00000000-0000-0000-0000-000000000001"},"location":{"x":1,"y":64,"z":-3,"world":"world"},"side":"ask","kind":"SELLING","price":4,"remaining":64,"item":{"identity":{"key":"00000000000000a1","type":"SLIME_BLOCK","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}}}}');
INSERT INTO causes (id, json) VALUES (2, '{"kind":"change","change":{"kind":"auctioned","at":1700000000001,"auction":{"kind":"auction","at":1700000000001,"item":{"identity":{"key":"00000000000000a1","type":"SLIME_BLOCK","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]},"sold":2,"finalBid":9}}}');
INSERT INTO causes (id, json) VALUES (3, '{"kind":"change","change":{"kind":"traded","at":1700000000002,"trade":{"kind":"purchase","at":1700000000002,"item":{"identity":{"key":"00000000000000a1","type":"SLIME_BLOCK","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]},"moved":3,"paid":12,"sign":null,"location":{"x":1,"y":64,"z":-3,"world":"world"}},"shop":{"id":7,"owner":{"name":"Ada","uuid":"00000000-0000-0000-0000-000000000001"},"location":{"x":1,"y":64,"z":-3,"world":"world"},"side":"ask","kind":"SELLING","price":4,"remaining":64,"item":{"identity":{"key":"00000000000000a1","type":"SLIME_BLOCK","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}}}}');
INSERT INTO causes (id, json) VALUES (4, '{"kind":"change","change":{"kind":"traded","at":1700000000003,"trade":{"kind":"sale","at":1700000000003,"item":{"identity":{"key":"00000000000000f6","type":"DIAMOND","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]},"moved":3,"paid":12,"sign":{"amount":1,"price":2},"location":{"x":1,"y":64,"z":-3,"world":"world"}},"shop":null}}');
INSERT INTO causes (id, json) VALUES (5, '{"kind":"change","change":{"kind":"listed","at":1700000000009,"shop":{"id":9,"owner":{"name":"Ada","uuid":"00000000-0000-0000-0000-000000000001"},"location":{"x":1,"y":64,"z":-3,"world":"world"},"side":"ask","kind":"SELLING","price":4,"remaining":64,"item":{"identity":{"key":"00000000000000b2","type":"SHULKER_BOX","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[{"identity":{"key":"00000000000000c3","type":"ENCHANTED_BOOK","variant":{"enchantments":[{"id":"sharpness","level":5}],"potion":null,"canvas":null,"customName":"Ada’s"}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]},{"identity":{"key":"00000000000000d4","type":"POTION","variant":null},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}]}}}}');
INSERT INTO causes (id, json) VALUES (6, '{"kind":"change","change":{"kind":"restocked","at":1700000000009,"shop":{"id":7,"owner":{"name":"Ada","uuid":"00000000-0000-0000-0000-000000000001"},"location":{"x":1,"y":64,"z":-3,"world":"world"},"side":"ask","kind":"SELLING","price":4,"remaining":64,"item":{"identity":{"key":"00000000000000a1","type":"SLIME_BLOCK","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}},"before":{"id":7,"owner":{"name":"Ada","uuid":"00000000-0000-0000-0000-000000000001"},"location":{"x":1,"y":64,"z":-3,"world":"world"},"side":"ask","kind":"SELLING","price":4,"remaining":0,"item":{"identity":{"key":"00000000000000a1","type":"SLIME_BLOCK","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}}}}');
INSERT INTO causes (id, json) VALUES (7, '{"kind":"change","change":{"kind":"sold-out","at":1700000000009,"shop":{"id":8,"owner":{"name":"Ada","uuid":"00000000-0000-0000-0000-000000000001"},"location":{"x":1,"y":64,"z":-3,"world":"world"},"side":null,"kind":"TRADING","price":4,"remaining":0,"item":{"identity":{"key":"00000000000000a1","type":"SLIME_BLOCK","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}},"before":{"id":8,"owner":{"name":"Ada","uuid":"00000000-0000-0000-0000-000000000001"},"location":{"x":1,"y":64,"z":-3,"world":"world"},"side":null,"kind":"TRADING","price":4,"remaining":64,"item":{"identity":{"key":"00000000000000a1","type":"SLIME_BLOCK","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}}}}');
INSERT INTO causes (id, json) VALUES (8, '{"kind":"change","change":{"kind":"price-changed","at":1700000000009,"shop":{"id":7,"owner":{"name":"Ada","uuid":"00000000-0000-0000-0000-000000000001"},"location":{"x":1,"y":64,"z":-3,"world":"world"},"side":"bid","kind":"BUYING","price":3,"remaining":64,"item":{"identity":{"key":"00000000000000a1","type":"SLIME_BLOCK","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}},"before":{"id":7,"owner":{"name":"Ada","uuid":"00000000-0000-0000-0000-000000000001"},"location":{"x":1,"y":64,"z":-3,"world":"world"},"side":"ask","kind":"SELLING","price":4,"remaining":64,"item":{"identity":{"key":"00000000000000b2","type":"SHULKER_BOX","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[{"identity":{"key":"00000000000000c3","type":"ENCHANTED_BOOK","variant":{"enchantments":[{"id":"sharpness","level":5}],"potion":null,"canvas":null,"customName":"Ada’s"}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]},{"identity":{"key":"00000000000000d4","type":"POTION","variant":null},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}]}}}}');
INSERT INTO causes (id, json) VALUES (9, '{"kind":"change","change":{"kind":"removed","at":1700000000009,"before":{"id":7,"owner":{"name":"Ada","uuid":"00000000-0000-0000-0000-000000000001"},"location":{"x":1,"y":64,"z":-3,"world":"world"},"side":"ask","kind":"SELLING","price":4,"remaining":64,"item":{"identity":{"key":"00000000000000a1","type":"SLIME_BLOCK","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}}}}');
INSERT INTO causes (id, json) VALUES (10, '{"kind":"change","change":{"kind":"banned","at":1700000000009,"shop":{"id":10,"owner":{"name":"Ada","uuid":"00000000-0000-0000-0000-000000000001"},"location":{"x":1,"y":64,"z":-3,"world":"world"},"side":"ask","kind":"SELLING","price":4,"remaining":64,"item":{"identity":{"key":"00000000000000e5","type":"PAINTING","variant":{"enchantments":[],"potion":null,"canvas":"00000000-0000-0000-0000-000000000001_7","customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}},"canvas":"00000000-0000-0000-0000-000000000001_7"}}');
INSERT INTO causes (id, json) VALUES (11, '{"kind":"sample","change":{"kind":"auctioned","at":1700000000001,"auction":{"kind":"auction","at":1700000000001,"item":{"identity":{"key":"00000000000000a1","type":"SLIME_BLOCK","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]},"sold":2,"finalBid":9}}}');
INSERT INTO causes (id, json) VALUES (12, '{"kind":"server","at":1700000000001,"state":"down","before":"up","lastedMs":3600000}');
INSERT INTO causes (id, json) VALUES (13, '{"kind":"server","at":1700000000001,"state":"slow","before":"up","lastedMs":0,"isSample":true}');
INSERT INTO causes (id, json) VALUES (14, '{"kind":"expiring","at":1700000000001,"expiresAt":1700000000002}');
INSERT INTO causes (id, json) VALUES (15, '{"kind":"feeds-paused","at":1700000000001,"channelId":"200","code":50001}');
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (1, 1, 'user:400', '["w1"]', 1700000000000, 1700000000011, 1, NULL, NULL);
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (2, 2, 'channel:200', '["f1"]', 1700000000000, NULL, NULL, NULL, NULL);
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (3, 3, 'channel:200', '["f1"]', 1700000000000, NULL, NULL, NULL, NULL);
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (4, 4, 'channel:200', '["f1"]', 1700000000000, NULL, NULL, NULL, NULL);
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (5, 5, 'channel:200', '["f1"]', 1700000000000, NULL, NULL, NULL, NULL);
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (6, 6, 'channel:200', '["f1"]', 1700000000000, NULL, NULL, NULL, NULL);
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (7, 7, 'channel:200', '["f1"]', 1700000000000, NULL, NULL, NULL, NULL);
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (8, 8, 'channel:200', '["f1"]', 1700000000000, NULL, NULL, NULL, NULL);
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (9, 9, 'channel:200', '["f1"]', 1700000000000, NULL, NULL, NULL, NULL);
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (10, 10, 'channel:200', '["f1"]', 1700000000000, NULL, NULL, NULL, NULL);
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (11, 11, 'channel:200', '["f1"]', 1700000000000, NULL, NULL, NULL, NULL);
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (12, 12, 'channel:200', '["f1"]', 1700000000000, NULL, NULL, NULL, NULL);
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (13, 13, 'channel:200', '["f1"]', 1700000000000, NULL, NULL, NULL, NULL);
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (14, 14, 'channel:200', '["w1"]', 1700000000000, NULL, NULL, NULL, NULL);
INSERT INTO notices (id, cause, target, sources, due_at, ended_at, message, why, held) VALUES (15, 15, 'channel:200', '[]', 1700000000000, NULL, NULL, NULL, NULL);
INSERT INTO messages (id, target, nonce, body, sealed_at, settled_at, message_id, why, tells, best) VALUES (1, 'user:400', 'lGdOezoaxm2r1L4yY53ktJ9a', '{"message":{"embeds":[{"title":"Bought: 3 × Slime \"Block\" 🧱","description":"For **12** (4 each) · at its worth of 4 · <t:1700000000:R>\nAda · `1 64 -3` world","color":3908957,"footer":{"text":"Your watch: Slime Block at or below 0.25, not in containers"}}],"components":[{"type":1,"components":[{"type":2,"style":2,"label":"Snooze 1 h","custom_id":"watch:snooze:w1"},{"type":2,"style":2,"label":"Show shops","custom_id":"watch:shops:w1"},{"type":2,"style":4,"label":"Stop","custom_id":"watch:stop:w1"}]}]},"plain":"Bought: 3 × Slime \"Block\" 🧱\nFor **12** (4 each) · at its worth of 4 · <t:1700000000:R>\nAda · `1 64 -3` world\n-# Your watch: **Slime Block** at or below 0.25, not in containers"}', 1700000000011, NULL, NULL, NULL, '["w1"]', '{"w1":{"unitPrice":4,"goods":"00000000000000a1","beats":null}}');
INSERT INTO pauses (target, code, at) VALUES ('channel:200', 50001, 1700000000000);
INSERT INTO moments (name, at) VALUES ('.snapshot', 1700000000009);
INSERT INTO goods (id, hash, json) VALUES (1, x'df5401101bac5b547e19fa6a1f30652d', '{"identity":{"key":"00000000000000a1","type":"SLIME_BLOCK","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}');
INSERT INTO goods (id, hash, json) VALUES (2, x'811e8ccba3c2670ed611c16ac23793c7', '{"identity":{"key":"00000000000000f6","type":"DIAMOND","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}');
INSERT INTO goods (id, hash, json) VALUES (3, x'7027d14f2acdd8c883b92801bd251926', '{"identity":{"key":"00000000000000b2","type":"SHULKER_BOX","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[{"identity":{"key":"00000000000000c3","type":"ENCHANTED_BOOK","variant":{"enchantments":[{"id":"sharpness","level":5}],"potion":null,"canvas":null,"customName":"Ada’s"}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]},{"identity":{"key":"00000000000000d4","type":"POTION","variant":null},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}]}');
INSERT INTO goods (id, hash, json) VALUES (4, x'c945d9dec62a661c53c22ddd58b55461', '{"identity":{"key":"00000000000000e5","type":"PAINTING","variant":{"enchantments":[],"potion":null,"canvas":"00000000-0000-0000-0000-000000000001_7","customName":null}},"quantity":1,"name":"Slime \"Block\" 🧱","contents":[]}');
INSERT INTO goods_types (type, goods) VALUES ('DIAMOND', 2);
INSERT INTO goods_types (type, goods) VALUES ('ENCHANTED_BOOK', 3);
INSERT INTO goods_types (type, goods) VALUES ('PAINTING', 4);
INSERT INTO goods_types (type, goods) VALUES ('POTION', 3);
INSERT INTO goods_types (type, goods) VALUES ('SHULKER_BOX', 3);
INSERT INTO goods_types (type, goods) VALUES ('SLIME_BLOCK', 1);
INSERT INTO places (id, world, x, y, z, owner, owner_name, changed_at, traded_at) VALUES (1, 'world', 1, 64, -3, '00000000-0000-0000-0000-000000000001', 'Ada', 1700000000002, 1700000000002);
INSERT INTO places (id, world, x, y, z, owner, owner_name, changed_at, traded_at) VALUES (2, 'world', 1, 64, -3, NULL, NULL, 1700000000003, 1700000000003);
INSERT INTO changes (at, seq, kind, goods, place, shop, side, price, remaining, other_goods, other_place, other_side, other_price, other_remaining, moved, paid, sign_amount, sign_price, canvas) VALUES (1700000000001, 0, 0, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2, 9, NULL, NULL, NULL);
INSERT INTO changes (at, seq, kind, goods, place, shop, side, price, remaining, other_goods, other_place, other_side, other_price, other_remaining, moved, paid, sign_amount, sign_price, canvas) VALUES (1700000000002, 0, 1, 1, 1, 7, 0, 4, 64, NULL, NULL, NULL, NULL, NULL, 3, 12, NULL, NULL, NULL);
INSERT INTO changes (at, seq, kind, goods, place, shop, side, price, remaining, other_goods, other_place, other_side, other_price, other_remaining, moved, paid, sign_amount, sign_price, canvas) VALUES (1700000000003, 0, 2, 2, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 3, 12, 1, 2, NULL);
INSERT INTO changes (at, seq, kind, goods, place, shop, side, price, remaining, other_goods, other_place, other_side, other_price, other_remaining, moved, paid, sign_amount, sign_price, canvas) VALUES (1700000000009, 0, 3, 3, 1, 9, 0, 4, 64, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO changes (at, seq, kind, goods, place, shop, side, price, remaining, other_goods, other_place, other_side, other_price, other_remaining, moved, paid, sign_amount, sign_price, canvas) VALUES (1700000000009, 1, 4, 1, 1, 7, 0, 4, 64, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO changes (at, seq, kind, goods, place, shop, side, price, remaining, other_goods, other_place, other_side, other_price, other_remaining, moved, paid, sign_amount, sign_price, canvas) VALUES (1700000000009, 2, 5, 1, 1, 8, '{"side":null,"kind":"TRADING"}', 4, 0, NULL, NULL, NULL, NULL, 64, NULL, NULL, NULL, NULL, NULL);
INSERT INTO changes (at, seq, kind, goods, place, shop, side, price, remaining, other_goods, other_place, other_side, other_price, other_remaining, moved, paid, sign_amount, sign_price, canvas) VALUES (1700000000009, 3, 6, 1, 1, 7, 1, 3, 64, 3, NULL, 0, 4, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO changes (at, seq, kind, goods, place, shop, side, price, remaining, other_goods, other_place, other_side, other_price, other_remaining, moved, paid, sign_amount, sign_price, canvas) VALUES (1700000000009, 4, 7, 1, 1, 7, 0, 4, 64, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO changes (at, seq, kind, goods, place, shop, side, price, remaining, other_goods, other_place, other_side, other_price, other_remaining, moved, paid, sign_amount, sign_price, canvas) VALUES (1700000000009, 5, 8, 4, 1, 10, 0, 4, 64, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '00000000-0000-0000-0000-000000000001_7');
INSERT INTO trade_groups (item, at, kind, place, price, trades, items, paid, last_at) VALUES (1, 1699984800000, 0, 0, 4.5, 1, 2, 9, 1700000000001);
INSERT INTO trade_groups (item, at, kind, place, price, trades, items, paid, last_at) VALUES (1, 1699984800000, 1, 1, 4, 1, 3, 12, 1700000000002);
INSERT INTO trade_groups (item, at, kind, place, price, trades, items, paid, last_at) VALUES (2, 1699984800000, 2, 2, 4, 1, 3, 12, 1700000000003);
INSERT INTO marks (item, at, ask, bid, stock) VALUES (1, 1700000000000, 4, NULL, 64);
PRAGMA user_version = 3;