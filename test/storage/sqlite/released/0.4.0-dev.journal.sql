BEGIN TRANSACTION;
CREATE TABLE bans (id TEXT PRIMARY KEY, first_seen_at INTEGER) WITHOUT ROWID;
INSERT INTO "bans" VALUES('47682208-b2d0-47c5-8139-4ed436e9a0d1_1754219019',NULL);
INSERT INTO "bans" VALUES('52ec2acf-abab-4b90-ab24-2d97a1adbf2f_1764397059',NULL);
INSERT INTO "bans" VALUES('571ec56c-537d-4e21-acea-4bbcb4426e61_1767440583',NULL);
INSERT INTO "bans" VALUES('7f116cb4-7176-482c-9bd0-2be4da511fb4_1756920185',NULL);
INSERT INTO "bans" VALUES('83772921-bd30-4222-840a-aa67b925cd88_1764047730',NULL);
INSERT INTO "bans" VALUES('83890fc0-3bc4-485c-ab93-4340d87f2b4e_1754056692',NULL);
INSERT INTO "bans" VALUES('83890fc0-3bc4-485c-ab93-4340d87f2b4e_1772147129',NULL);
INSERT INTO "bans" VALUES('a355f7b2-3a56-4285-8cd5-28aba12e52e9_1769764810',NULL);
INSERT INTO "bans" VALUES('ae010cc5-b119-401f-a5ce-78c5d63de772_1766314646',NULL);
INSERT INTO "bans" VALUES('aec2b682-6cd0-4f52-b848-72ae1ca2de94_1751408144',NULL);
INSERT INTO "bans" VALUES('d4ad23b4-4f95-4f42-8695-f554e44cb469_1753802960',NULL);
INSERT INTO "bans" VALUES('dadda811-b0a9-4104-b7ba-24bb7e7052fb_1763128515',NULL);
CREATE TABLE canvases (
    id TEXT PRIMARY KEY, title TEXT, author TEXT, width INTEGER NOT NULL, height INTEGER NOT NULL,
    pixels BLOB NOT NULL, version INTEGER NOT NULL, pixels_at INTEGER NOT NULL,
    first_seen_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL, words TEXT NOT NULL, bytes INTEGER NOT NULL
  );
INSERT INTO "canvases" VALUES('3f1c2a54-7d1b-4c55-9a0e-52b7c1d4e601_12','Quiet Harbour','Player_017',16,16,X'05c1072010080040514a696828e794ac928c48764425244e494843462459e54442daa5e45a947232b21a52220919a7212452112a0d2525d94efddeeb9416a0f6a22239b2ab3897184cc8cc24362657b044be1bf9144984154c684ff5a66a4e3459e9859c56fa48e0e589ac55d165e1552764548f3022338b0f6a0d3cbc2ec8157565a26ed8b05d2304dbec6474b52a999ed3c34f6d29dee49a52a6eb4b6a5e0c110beee19ddfc64a83c96814e8f187a10b038511bc32ba49d1bd4612178fe440890a1ec6b6589485a26a92c2e4f22aba4dfb787e5f9a3bcb9611f7d08ff0e5e770ad28c6d4f2338a95a28cb7d2e75b952b4f571ce3d6936cce5a37b1eba9108e36aa2caeb36396ed6e46d7a7f2d9ee0995cffbb9be4696532fcdd9b1763b0e8db118ac2f45baa91d41c7a9bc6f36e0c146372ebf8ee4b8730edbde36b3da75343aefd498e6b686e1f7e1bc764fa7f4630d291e831cf9248797a7052bdafd99ef7501b18e32fabd3b68fc2a46a1af21099deeecdf16c5e6ae5c96fbbf666eb7309302d4f9d1e340fd8ebde4f5657021a896dd0343b804cfc264c8923921018c1b8ee36b6839353fbf92bd5b9c188c08dee3c106c1132cda97c7cc916f1975602c9f8434787c701d99a3f773f2f01502c63c634dc430fae3662375cc0a019140de45c6737fc20332a23a899c2481df89c5d8887aa27dea241253f3f9ff742b2d62e32989d6e492f8060e9f3dc056896b58c5d6a33efd17532f28d027b99286b8200aa412b818ff907d325db8274cc35cce1895a4ad4c9c759aaee4bb3c937fcfed1411ce2b681396e688b3e221966664a2a0fc82b157a04345912757adb9a91a4c7466223be755b03eeb0746f32591bbb914214d6fdab2cf50a155c8b59c0f9cd099c8dfb775b0d77362c19dc3ccd0cf82fc97b41a08525ea044baa10dc78a76e1bb289955c58fd15ad2c39fa533183236a5b9cc8762931892cb8b3864d686e78349fc65aec7bc47ce4cb188a0b7e2062f2d1bb95b3982782b15f656afc66d6528cb6a2ea1bcaa8a09b5bd7cb791a6aece8c5c5b3f62ebcf126a5f8cd38b4f183b8832bb610163d6b9f2a5f128d5ebb3b9d1f48a338e4204b5cc659d931d866fc290754965646b351f5dfb79f44e86ab6ee6fcf3611bfe9b63b16b2b416f4b3b929fa7f0cbd380b7ed9bf8cf2b92b48e5b1cf569c6e7db28acfdd4d0fc6e8ff8f67006bbd268f2afe15ef7004901721cec5dce96407f2cfbcfa3b6b30cd1c12ff4048bf1626821f921eefc3b7c9c3d61b96cfad58259b8304a02ea88ec75e037',120,1795448654011,1795448654011,1795448654011,' quiet harbour player 017 3f1c2a54 7d1b 4c55 9a0e 52b7c1d4e601 12',1222);
CREATE TABLE causes (id INTEGER PRIMARY KEY, json TEXT NOT NULL);
INSERT INTO "causes" VALUES(1,'{"v":1,"kind":"change","change":{"kind":"auctioned","at":1795448653219,"auction":{"kind":"auction","at":1795448653219,"item":{"identity":{"key":"f49ef8154ca1f968","type":"DIAMOND","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Diamond","contents":[]},"sold":3,"finalBid":1001}}}');
INSERT INTO "causes" VALUES(2,'{"v":1,"kind":"change","change":{"kind":"auctioned","at":1795448654011,"auction":{"kind":"auction","at":1795448654011,"item":{"identity":{"key":"a05aa84e84648a4d","formerKey":"537182feb193d4ef","type":"PAINTING","variant":{"enchantments":[],"potion":null,"canvas":"3f1c2a54-7d1b-4c55-9a0e-52b7c1d4e601_12","customName":null,"traits":[{"name":"generation","value":"original"}],"shown":[{"name":"title","value":"Quiet Harbour"},{"name":"author","value":"Player_017"}]}},"quantity":1,"name":"Canvas","contents":[]},"sold":1,"finalBid":7}}}');
INSERT INTO "causes" VALUES(3,'{"v":1,"kind":"change","change":{"kind":"auctioned","at":1795448658013,"auction":{"kind":"auction","at":1795448658013,"item":{"identity":{"key":"f49ef8154ca1f968","type":"DIAMOND","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Diamond","contents":[]},"sold":3,"finalBid":1002}}}');
CREATE TABLE changes (
    at INTEGER NOT NULL, seq INTEGER NOT NULL, kind INTEGER NOT NULL, goods INTEGER NOT NULL, place INTEGER,
    shop INTEGER, side NUMERIC, price INTEGER, remaining INTEGER,
    other_goods INTEGER, other_place INTEGER, other_side NUMERIC, other_price INTEGER, other_remaining INTEGER,
    moved INTEGER, paid INTEGER, sign_amount INTEGER, sign_price INTEGER, canvas TEXT,
    PRIMARY KEY (at, seq)
  ) WITHOUT ROWID;
INSERT INTO "changes" VALUES(1795448653219,0,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3,1001,NULL,NULL,NULL);
INSERT INTO "changes" VALUES(1795448654011,0,0,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,7,NULL,NULL,NULL);
INSERT INTO "changes" VALUES(1795448658013,0,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3,1002,NULL,NULL,NULL);
CREATE TABLE goods (id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, json TEXT NOT NULL);
INSERT INTO "goods" VALUES(1,X'6f444fdf9bb0ace3b670f5b9e79dde30','{"v":1,"identity":{"key":"f49ef8154ca1f968","type":"DIAMOND","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Diamond","contents":[]}');
INSERT INTO "goods" VALUES(2,X'877d23ddb8af04997e00cc47cfba85f1','{"v":1,"identity":{"key":"a05aa84e84648a4d","formerKey":"537182feb193d4ef","type":"PAINTING","variant":{"enchantments":[],"potion":null,"canvas":"3f1c2a54-7d1b-4c55-9a0e-52b7c1d4e601_12","customName":null,"traits":[{"name":"generation","value":"original"}],"shown":[{"name":"title","value":"Quiet Harbour"},{"name":"author","value":"Player_017"}]}},"quantity":1,"name":"Canvas","contents":[]}');
CREATE TABLE goods_types (type TEXT NOT NULL, goods INTEGER NOT NULL, PRIMARY KEY (type, goods)) WITHOUT ROWID;
INSERT INTO "goods_types" VALUES('DIAMOND',1);
INSERT INTO "goods_types" VALUES('PAINTING',2);
CREATE TABLE items (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, type TEXT NOT NULL, former_key TEXT);
INSERT INTO "items" VALUES(1,'f49ef8154ca1f968','DIAMOND',NULL);
INSERT INTO "items" VALUES(2,'a05aa84e84648a4d','PAINTING','537182feb193d4ef');
CREATE TABLE marks (
    item INTEGER NOT NULL, at INTEGER NOT NULL, ask REAL, bid REAL, stock REAL NOT NULL,
    PRIMARY KEY (item, at)
  ) WITHOUT ROWID;
CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    target TEXT NOT NULL, nonce TEXT NOT NULL UNIQUE, body TEXT NOT NULL, sealed_at INTEGER NOT NULL,
    settled_at INTEGER, message_id TEXT, why TEXT
  , tells TEXT NOT NULL DEFAULT '[]', best TEXT NOT NULL DEFAULT '{}', gaps_until INTEGER);
INSERT INTO "messages" VALUES(1,'channel:{market}','Ox9wa0TK9wuNwoV9fF41ocSP','{"v":1,"message":{"content":"3 × Diamond: sold at auction · 1,001 diamonds · 333.67 each","embeds":[]},"plain":"3 × Diamond: sold at auction · 1,001 diamonds · 333.67 each"}',1795448653947,1795448654016,'1575899619496296448',NULL,'["fc1349c6"]','{}',1795448652303);
INSERT INTO "messages" VALUES(2,'user:{player}','GbVwNdLCxxr9Hu99MzkdXXpu','{"v":1,"message":{"content":"3 × Diamond: sold at auction · 1,001 diamonds · 333.67 each","embeds":[{"description":"<t:1795794147:R>","color":14722342,"footer":{"text":"Your watch: Diamond · Sold at auction"}}],"components":[{"type":1,"components":[{"type":2,"style":2,"label":"Snooze 1 hour","custom_id":"watch:snooze:1dc0d124"},{"type":2,"style":2,"label":"Show shops","custom_id":"watch:shops:1dc0d124"},{"type":2,"style":4,"label":"Stop","custom_id":"watch:stop:1dc0d124"}]}]},"plain":"3 × Diamond: sold at auction · 1,001 diamonds · 333.67 each\n<t:1795794147:R>\n-# Your watch: **Diamond** · Sold at auction"}',1795448653951,1795448654007,'1575899619483713536',NULL,'["1dc0d124"]','{}',1795448652759);
INSERT INTO "messages" VALUES(3,'channel:{market}','4gfUhq9Jt8Y1z-V35UBjaQ4s','{"v":1,"message":{"content":"“Quiet Harbour” by Playerˍ017 (original): sold at auction · 7 diamonds","embeds":[{"description":"<t:1795794148:R>","color":14722342}]},"plain":"“Quiet Harbour” by Playerˍ017 (original): sold at auction · 7 diamonds\n<t:1795794148:R>","pictures":[{"canvas":"3f1c2a54-7d1b-4c55-9a0e-52b7c1d4e601_12","generation":"original","width":16,"height":16,"name":"canvas-3f1c2a54-7d1b-4c55-9a0e-52b7c1d4e601_12.png","description":"“Quiet Harbour” by Player_017, 16 × 16 pixels","embeds":[0]}]}',1795448654726,1795448654779,'1575899622734299136',NULL,'["fc1349c6"]','{}',1795448652303);
INSERT INTO "messages" VALUES(4,'channel:{market}','nq0UdZOobPa1zKKJoU3aqahR','{"v":1,"message":{"content":"3 × Diamond: sold at auction · 1,002 diamonds · 334 each","embeds":[]},"plain":"3 × Diamond: sold at auction · 1,002 diamonds · 334 each"}',1795448658718,NULL,NULL,NULL,'["fc1349c6"]','{}',1795448652303);
CREATE TABLE moments (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "moments" VALUES('.first-bans',1795448651331);
INSERT INTO "moments" VALUES('.last-delivery',1795448654779);
INSERT INTO "moments" VALUES('.snapshot',1795448651335);
INSERT INTO "moments" VALUES('mark:began',1795448650910);
INSERT INTO "moments" VALUES('mark:getAllShops',1795448651870);
INSERT INTO "moments" VALUES('mark:getBannedPaintings',1795448651331);
INSERT INTO "moments" VALUES('mark:stream-live',1795448660000);
INSERT INTO "moments" VALUES('number:commands-server-high',0);
INSERT INTO "moments" VALUES('number:commands-server-low',0);
INSERT INTO "moments" VALUES('number:greeted:{guild}',1795448645997);
INSERT INTO "moments" VALUES('number:servers-known',1);
INSERT INTO "moments" VALUES('number:settings-feeds',2);
INSERT INTO "moments" VALUES('number:settings-lost-feeds',0);
INSERT INTO "moments" VALUES('number:settings-lost-people',0);
INSERT INTO "moments" VALUES('number:settings-lost-watches',0);
INSERT INTO "moments" VALUES('number:settings-people',1);
INSERT INTO "moments" VALUES('number:settings-watches',2);
CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    cause INTEGER NOT NULL REFERENCES causes, target TEXT NOT NULL, sources TEXT NOT NULL, due_at INTEGER NOT NULL,
    ended_at INTEGER, message INTEGER REFERENCES messages, why TEXT, held TEXT,
    UNIQUE (cause, target)
  );
INSERT INTO "notices" VALUES(1,1,'channel:{market}','["fc1349c6"]',1795448653223,1795448653947,1,NULL,NULL);
INSERT INTO "notices" VALUES(2,1,'user:{player}','["1dc0d124"]',1795448653223,1795448653951,2,NULL,NULL);
INSERT INTO "notices" VALUES(3,2,'channel:{market}','["fc1349c6"]',1795448654021,1795448654726,3,NULL,NULL);
INSERT INTO "notices" VALUES(4,3,'channel:{market}','["fc1349c6"]',1795448658015,1795448658718,4,NULL,NULL);
INSERT INTO "notices" VALUES(5,3,'user:{player}','["1dc0d124"]',1795452254007,NULL,NULL,NULL,'cooling');
CREATE TABLE outages (id INTEGER PRIMARY KEY, began INTEGER NOT NULL, ended INTEGER, why TEXT NOT NULL);
INSERT INTO "outages" VALUES(1,1795448651069,1795448651339,'start');
CREATE TABLE pauses (target TEXT PRIMARY KEY, code INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "pauses" VALUES('channel:250',50013,1795448600000);
CREATE TABLE places (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    world TEXT NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, z INTEGER NOT NULL, owner TEXT, owner_name TEXT,
    changed_at INTEGER NOT NULL, traded_at INTEGER
  );
CREATE TABLE told (source TEXT PRIMARY KEY, at INTEGER NOT NULL, price REAL, goods TEXT) WITHOUT ROWID;
INSERT INTO "told" VALUES('1dc0d124',1795448654007,NULL,NULL);
INSERT INTO "told" VALUES('fc1349c6',1795448654779,NULL,NULL);
CREATE TABLE trade_groups (
    item INTEGER NOT NULL, at INTEGER NOT NULL, kind INTEGER NOT NULL, place INTEGER NOT NULL, price REAL NOT NULL,
    trades INTEGER NOT NULL, items REAL NOT NULL, paid REAL NOT NULL, last_at INTEGER NOT NULL,
    PRIMARY KEY (item, at, kind, place, price)
  ) WITHOUT ROWID;
INSERT INTO "trade_groups" VALUES(1,1795435200000,0,0,333.6666666666667,1,3,1001,1795448653219);
INSERT INTO "trade_groups" VALUES(1,1795435200000,0,0,334,1,3,1002,1795448658013);
INSERT INTO "trade_groups" VALUES(2,1795435200000,0,0,7,1,1,7,1795448654011);
CREATE TABLE trades (
    item INTEGER NOT NULL, at INTEGER NOT NULL, seq INTEGER NOT NULL,
    kind INTEGER NOT NULL, count INTEGER NOT NULL, paid INTEGER NOT NULL, shop INTEGER, place INTEGER,
    PRIMARY KEY (item, at, seq)
  ) WITHOUT ROWID;
INSERT INTO "trades" VALUES(1,1795448653219,0,0,3,1001,NULL,NULL);
INSERT INTO "trades" VALUES(1,1795448658013,0,0,3,1002,NULL,NULL);
INSERT INTO "trades" VALUES(2,1795448654011,0,0,1,7,NULL,NULL);
CREATE INDEX canvases_by_age ON canvases (last_seen_at, id, bytes, words);
CREATE INDEX changes_of_goods ON changes (goods, at, seq);
CREATE INDEX changes_of_other_goods ON changes (other_goods, at, seq) WHERE other_goods IS NOT NULL;
CREATE INDEX items_by_type ON items (type);
CREATE INDEX messages_of_target ON messages (target);
CREATE INDEX messages_settled ON messages (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX messages_unsettled ON messages (target, id) WHERE settled_at IS NULL;
CREATE INDEX notices_ended ON notices (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX notices_of_message ON notices (message) WHERE message IS NOT NULL;
CREATE INDEX notices_of_target ON notices (target, id);
CREATE INDEX notices_waiting ON notices (target, id, due_at) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX outages_open ON outages ((1)) WHERE ended IS NULL;
CREATE UNIQUE INDEX places_by_location ON places (x, z, y, world, owner, owner_name);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('goods',2);
INSERT INTO "sqlite_sequence" VALUES('notices',5);
INSERT INTO "sqlite_sequence" VALUES('messages',4);
COMMIT;
PRAGMA user_version = 7;
