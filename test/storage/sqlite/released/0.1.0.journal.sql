BEGIN TRANSACTION;
CREATE TABLE bans (id TEXT PRIMARY KEY, first_seen_at INTEGER) WITHOUT ROWID;
INSERT INTO "bans" VALUES('28f4dc1b-85bb-4486-88fd-fcd726e3211c_7',NULL);
INSERT INTO "bans" VALUES('474c1418-bbc9-4ec3-aab2-3b2149c6227b_4',NULL);
INSERT INTO "bans" VALUES('4cec12c8-8eed-4e83-847c-835ce3bc175f_1',NULL);
INSERT INTO "bans" VALUES('6cbd9205-b817-4398-aa56-eefd8e1d788d_1',NULL);
INSERT INTO "bans" VALUES('6dde49ef-fd6c-402f-aa2e-efbcca2b498d_4',NULL);
INSERT INTO "bans" VALUES('6f5a55b0-d5ff-479a-a02b-a498561c2d51_3',NULL);
INSERT INTO "bans" VALUES('9665feed-5c3e-4bf6-aa85-d6a886b50a85_9',NULL);
INSERT INTO "bans" VALUES('b122be57-e1c4-4a6c-9c4f-fbfe10ebae78_2',NULL);
INSERT INTO "bans" VALUES('c941883b-e3fe-4f11-98f7-0a2cc458c2dd_3',NULL);
CREATE TABLE causes (id INTEGER PRIMARY KEY, json TEXT NOT NULL);
INSERT INTO "causes" VALUES(1,'{"kind":"change","change":{"kind":"auctioned","at":1795448615523,"auction":{"kind":"auction","at":1795448615523,"item":{"identity":{"key":"f49ef8154ca1f968","type":"DIAMOND","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Diamond","contents":[]},"sold":3,"finalBid":1001}}}');
INSERT INTO "causes" VALUES(2,'{"kind":"change","change":{"kind":"auctioned","at":1795448616336,"auction":{"kind":"auction","at":1795448616336,"item":{"identity":{"key":"bc8a4886724f6fc6","type":"PACKED_ICE","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Packed Ice","contents":[]},"sold":64,"finalBid":9}}}');
INSERT INTO "causes" VALUES(3,'{"kind":"change","change":{"kind":"auctioned","at":1795448617837,"auction":{"kind":"auction","at":1795448617837,"item":{"identity":{"key":"f49ef8154ca1f968","type":"DIAMOND","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Diamond","contents":[]},"sold":3,"finalBid":1002}}}');
CREATE TABLE items (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, type TEXT NOT NULL);
INSERT INTO "items" VALUES(1,'f49ef8154ca1f968','DIAMOND');
INSERT INTO "items" VALUES(2,'59e28ddc21a6b342','BROWN_CANDLE');
INSERT INTO "items" VALUES(3,'bc8a4886724f6fc6','PACKED_ICE');
INSERT INTO "items" VALUES(4,'3516899deacf9922','ORANGE_STAINED_GLASS');
INSERT INTO "items" VALUES(5,'8abbfa84a99e6ba0','SPLASH_POTION');
INSERT INTO "items" VALUES(6,'1d9a1449db043380','OAK_TRAPDOOR');
INSERT INTO "items" VALUES(7,'9f44bd2a72f09210','MANGROVE_PROPAGULE');
CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    target TEXT NOT NULL, nonce TEXT NOT NULL UNIQUE, body TEXT NOT NULL, sealed_at INTEGER NOT NULL,
    settled_at INTEGER, message_id TEXT, why TEXT
  );
INSERT INTO "messages" VALUES(1,'channel:{market}','n1864UhosX9DvWR8fmofGane','{"message":{"embeds":[{"title":"Auction: 3 × Diamond","description":"For **1,001** (333.67 each) · <t:1795448615:R>","color":14722342,"footer":{"text":"Feed: Auctions"}}]},"plain":"Auction: 3 × Diamond\nFor **1,001** (333.67 each) · <t:1795448615:R>"}',1795448616234,1795448616254,'1574450353942822912',NULL);
INSERT INTO "messages" VALUES(2,'user:{player}','E8DLairNMZEm1L3bWfHngjQc','{"message":{"embeds":[{"title":"Auction: 3 × Diamond","description":"For **1,001** (333.67 each) · <t:1795448615:R>","color":14722342,"footer":{"text":"Your watch: Diamond auctioned"}}],"components":[{"type":1,"components":[{"type":2,"style":2,"label":"Show shops","custom_id":"watch:shops:15648956"},{"type":2,"style":4,"label":"Stop","custom_id":"watch:stop:15648956"}]}]},"plain":"Auction: 3 × Diamond\nFor **1,001** (333.67 each) · <t:1795448615:R>"}',1795448616246,1795448616259,'1574450353959600128',NULL);
INSERT INTO "messages" VALUES(3,'channel:{market}','0QR6eX-YrAwB8EWxbGv2q7ZZ','{"message":{"embeds":[{"title":"Auction: 64 × Packed Ice","description":"For **9** (0.141 each) · <t:1795448616:R>","color":14722342,"footer":{"text":"Feed: Auctions"}}]},"plain":"Auction: 64 × Packed Ice\nFor **9** (0.141 each) · <t:1795448616:R>"}',1795448617066,1795448617075,'1574450357382152192',NULL);
INSERT INTO "messages" VALUES(4,'channel:{market}','JjH5iLmJ3qt1qKcU3SIC_o8n','{"message":{"embeds":[{"title":"Auction: 3 × Diamond","description":"For **1,002** (334 each) · <t:1795448617:R>","color":14722342,"footer":{"text":"Feed: Auctions"}}]},"plain":"Auction: 3 × Diamond\nFor **1,002** (334 each) · <t:1795448617:R>"}',1795448618541,NULL,NULL,NULL);
CREATE TABLE moments (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "moments" VALUES('.first-bans',1795448615090);
INSERT INTO "moments" VALUES('.last-delivery',1795448617075);
INSERT INTO "moments" VALUES('.snapshot',1795448615108);
INSERT INTO "moments" VALUES('mark:getAllShops',1795448615292);
INSERT INTO "moments" VALUES('mark:getBannedPaintings',1795448615090);
INSERT INTO "moments" VALUES('mark:stream-live',1795448615099);
CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    cause INTEGER NOT NULL REFERENCES causes, target TEXT NOT NULL, sources TEXT NOT NULL, due_at INTEGER NOT NULL,
    ended_at INTEGER, message INTEGER REFERENCES messages, why TEXT,
    UNIQUE (cause, target)
  );
INSERT INTO "notices" VALUES(1,1,'channel:{market}','["ad1920ec"]',1795448615525,1795448616234,1,NULL);
INSERT INTO "notices" VALUES(2,1,'user:{player}','["15648956"]',1795448615525,1795448616246,2,NULL);
INSERT INTO "notices" VALUES(3,2,'channel:{market}','["ad1920ec"]',1795448616340,1795448617066,3,NULL);
INSERT INTO "notices" VALUES(4,3,'channel:{market}','["ad1920ec"]',1795448617839,1795448618541,4,NULL);
INSERT INTO "notices" VALUES(5,3,'user:{player}','["15648956"]',1795452216246,NULL,NULL,NULL);
CREATE TABLE outages (id INTEGER PRIMARY KEY, began INTEGER NOT NULL, ended INTEGER, why TEXT NOT NULL);
INSERT INTO "outages" VALUES(1,1795448615045,1795448615099,'start');
CREATE TABLE pauses (target TEXT PRIMARY KEY, code INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE told (source TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "told" VALUES('15648956',1795448616246);
INSERT INTO "told" VALUES('ad1920ec',1795448618541);
CREATE TABLE trades (
    item INTEGER NOT NULL, at INTEGER NOT NULL, seq INTEGER NOT NULL,
    kind INTEGER NOT NULL, count INTEGER NOT NULL, paid INTEGER NOT NULL, shop INTEGER,
    PRIMARY KEY (item, at, seq)
  ) WITHOUT ROWID;
INSERT INTO "trades" VALUES(1,1795448615523,0,0,3,1001,NULL);
INSERT INTO "trades" VALUES(1,1795448617837,0,0,3,1002,NULL);
INSERT INTO "trades" VALUES(2,1795448616332,0,1,48,12,1000);
INSERT INTO "trades" VALUES(3,1795448616333,0,1,96,18,1004);
INSERT INTO "trades" VALUES(3,1795448616336,0,1,96,18,1004);
INSERT INTO "trades" VALUES(3,1795448616336,1,0,64,9,NULL);
INSERT INTO "trades" VALUES(4,1795448616334,0,2,128,4,1019);
INSERT INTO "trades" VALUES(5,1795448616334,0,2,1,1,1001);
INSERT INTO "trades" VALUES(6,1795448616334,0,1,128,6,1011);
INSERT INTO "trades" VALUES(7,1795448616334,0,1,64,10,1007);
CREATE INDEX items_by_type ON items (type);
CREATE INDEX notices_waiting ON notices (target, id, due_at) WHERE ended_at IS NULL;
CREATE INDEX notices_ended ON notices (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX notices_of_message ON notices (message) WHERE message IS NOT NULL;
CREATE INDEX messages_unsettled ON messages (target, id) WHERE settled_at IS NULL;
CREATE INDEX messages_settled ON messages (settled_at) WHERE settled_at IS NOT NULL;
CREATE UNIQUE INDEX outages_open ON outages ((1)) WHERE ended IS NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('notices',5);
INSERT INTO "sqlite_sequence" VALUES('messages',4);
COMMIT;
PRAGMA user_version = 1;
