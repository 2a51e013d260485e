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
INSERT INTO "causes" VALUES(1,'{"kind":"change","change":{"kind":"auctioned","at":1795448652806,"auction":{"kind":"auction","at":1795448652806,"item":{"identity":{"key":"f49ef8154ca1f968","type":"DIAMOND","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Diamond","contents":[]},"sold":3,"finalBid":1001}}}');
INSERT INTO "causes" VALUES(2,'{"kind":"change","change":{"kind":"traded","at":1795448653611,"trade":{"kind":"purchase","at":1795448653611,"item":{"identity":{"key":"59e28ddc21a6b342","type":"BROWN_CANDLE","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":64,"name":"Brown Candle","contents":[]},"moved":192,"paid":54,"sign":{"amount":64,"price":18},"location":{"x":11503,"y":82,"z":-11523,"world":"skyblock"}},"shop":{"id":1000,"owner":{"name":"quaashlen","uuid":"cad005e5-cb45-4558-88d5-d439641515bf"},"location":{"x":11503,"y":82,"z":-11523,"world":"skyblock"},"side":"ask","kind":"SELLING","price":18,"remaining":1792,"item":{"identity":{"key":"59e28ddc21a6b342","type":"BROWN_CANDLE","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":64,"name":"Brown Candle","contents":[]}}}}');
INSERT INTO "causes" VALUES(3,'{"kind":"change","change":{"kind":"traded","at":1795448653612,"trade":{"kind":"purchase","at":1795448653612,"item":{"identity":{"key":"bc8a4886724f6fc6","type":"PACKED_ICE","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":64,"name":"Packed Ice","contents":[]},"moved":192,"paid":36,"sign":{"amount":64,"price":12},"location":{"x":-5698,"y":84,"z":7053,"world":"world"}},"shop":{"id":1004,"owner":{"name":"Miroqua","uuid":"7f116cb4-7176-482c-9bd0-2be4da511fb4"},"location":{"x":-5698,"y":84,"z":7053,"world":"world"},"side":"ask","kind":"SELLING","price":10,"remaining":1600,"item":{"identity":{"key":"bc8a4886724f6fc6","type":"PACKED_ICE","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":64,"name":"Packed Ice","contents":[]}}}}');
INSERT INTO "causes" VALUES(4,'{"kind":"change","change":{"kind":"traded","at":1795448653614,"trade":{"kind":"purchase","at":1795448653614,"item":{"identity":{"key":"bc8a4886724f6fc6","type":"PACKED_ICE","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":64,"name":"Packed Ice","contents":[]},"moved":192,"paid":36,"sign":{"amount":64,"price":12},"location":{"x":-5698,"y":84,"z":7053,"world":"world"}},"shop":{"id":1004,"owner":{"name":"Miroqua","uuid":"7f116cb4-7176-482c-9bd0-2be4da511fb4"},"location":{"x":-5698,"y":84,"z":7053,"world":"world"},"side":"ask","kind":"SELLING","price":10,"remaining":1600,"item":{"identity":{"key":"bc8a4886724f6fc6","type":"PACKED_ICE","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":64,"name":"Packed Ice","contents":[]}}}}');
INSERT INTO "causes" VALUES(5,'{"kind":"change","change":{"kind":"auctioned","at":1795448653614,"auction":{"kind":"auction","at":1795448653614,"item":{"identity":{"key":"bc8a4886724f6fc6","type":"PACKED_ICE","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Packed Ice","contents":[]},"sold":128,"finalBid":17}}}');
INSERT INTO "causes" VALUES(6,'{"kind":"change","change":{"kind":"auctioned","at":1795448655115,"auction":{"kind":"auction","at":1795448655115,"item":{"identity":{"key":"f49ef8154ca1f968","type":"DIAMOND","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Diamond","contents":[]},"sold":3,"finalBid":1002}}}');
CREATE TABLE changes (
    at INTEGER NOT NULL, seq INTEGER NOT NULL, kind INTEGER NOT NULL, goods INTEGER NOT NULL, place INTEGER,
    shop INTEGER, side NUMERIC, price INTEGER, remaining INTEGER,
    other_goods INTEGER, other_place INTEGER, other_side NUMERIC, other_price INTEGER, other_remaining INTEGER,
    moved INTEGER, paid INTEGER, sign_amount INTEGER, sign_price INTEGER, canvas TEXT,
    PRIMARY KEY (at, seq)
  ) WITHOUT ROWID;
INSERT INTO "changes" VALUES(1795448652806,0,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3,1001,NULL,NULL,NULL);
INSERT INTO "changes" VALUES(1795448653611,0,1,2,1,1000,0,18,1792,NULL,NULL,NULL,NULL,NULL,192,54,64,18,NULL);
INSERT INTO "changes" VALUES(1795448653612,0,1,3,2,1004,0,10,1600,NULL,NULL,NULL,NULL,NULL,192,36,64,12,NULL);
INSERT INTO "changes" VALUES(1795448653614,0,2,4,3,1019,1,2,3392,NULL,NULL,NULL,NULL,NULL,128,4,64,2,NULL);
INSERT INTO "changes" VALUES(1795448653614,1,2,5,4,1001,1,1,1,NULL,NULL,NULL,NULL,NULL,1,1,1,1,NULL);
INSERT INTO "changes" VALUES(1795448653614,2,1,6,5,1011,0,3,2752,NULL,NULL,NULL,NULL,NULL,128,6,64,3,NULL);
INSERT INTO "changes" VALUES(1795448653614,3,1,7,6,1007,0,10,832,NULL,NULL,NULL,NULL,NULL,64,10,64,10,NULL);
INSERT INTO "changes" VALUES(1795448653614,4,1,3,2,1004,0,10,1600,NULL,NULL,NULL,NULL,NULL,192,36,64,12,NULL);
INSERT INTO "changes" VALUES(1795448653614,5,0,8,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,128,17,NULL,NULL,NULL);
INSERT INTO "changes" VALUES(1795448655115,0,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3,1002,NULL,NULL,NULL);
CREATE TABLE goods (id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, json TEXT NOT NULL);
INSERT INTO "goods" VALUES(1,X'6F444FDF9BB0ACE3B670F5B9E79DDE30','{"identity":{"key":"f49ef8154ca1f968","type":"DIAMOND","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Diamond","contents":[]}');
INSERT INTO "goods" VALUES(2,X'11F07D436247D04771C68257BC5C3B4E','{"identity":{"key":"59e28ddc21a6b342","type":"BROWN_CANDLE","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":64,"name":"Brown Candle","contents":[]}');
INSERT INTO "goods" VALUES(3,X'F8A0B26EB7EA070797320FC3F51105BF','{"identity":{"key":"bc8a4886724f6fc6","type":"PACKED_ICE","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":64,"name":"Packed Ice","contents":[]}');
INSERT INTO "goods" VALUES(4,X'7F63F7EA1DBBF691E06C94FD25EFF3B2','{"identity":{"key":"3516899deacf9922","type":"ORANGE_STAINED_GLASS","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":64,"name":"Orange Stained Glass","contents":[]}');
INSERT INTO "goods" VALUES(5,X'6EB1C594F754AA5430CAA8E68EEB9A55','{"identity":{"key":"8abbfa84a99e6ba0","type":"SPLASH_POTION","variant":{"enchantments":[],"potion":"healing","canvas":null,"customName":null}},"quantity":1,"name":"Splash Potion","contents":[]}');
INSERT INTO "goods" VALUES(6,X'C9B504E972890B8C99A628FFD67EFB9A','{"identity":{"key":"1d9a1449db043380","type":"OAK_TRAPDOOR","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":64,"name":"Oak Trapdoor","contents":[]}');
INSERT INTO "goods" VALUES(7,X'E4870142651A028BAA7DC961E99BF20C','{"identity":{"key":"9f44bd2a72f09210","type":"MANGROVE_PROPAGULE","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":64,"name":"Mangrove Propagule","contents":[]}');
INSERT INTO "goods" VALUES(8,X'D065AF78B64B1BB29730D6DB274F1688','{"identity":{"key":"bc8a4886724f6fc6","type":"PACKED_ICE","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Packed Ice","contents":[]}');
CREATE TABLE goods_types (type TEXT NOT NULL, goods INTEGER NOT NULL, PRIMARY KEY (type, goods)) WITHOUT ROWID;
INSERT INTO "goods_types" VALUES('BROWN_CANDLE',2);
INSERT INTO "goods_types" VALUES('DIAMOND',1);
INSERT INTO "goods_types" VALUES('MANGROVE_PROPAGULE',7);
INSERT INTO "goods_types" VALUES('OAK_TRAPDOOR',6);
INSERT INTO "goods_types" VALUES('ORANGE_STAINED_GLASS',4);
INSERT INTO "goods_types" VALUES('PACKED_ICE',3);
INSERT INTO "goods_types" VALUES('PACKED_ICE',8);
INSERT INTO "goods_types" VALUES('SPLASH_POTION',5);
CREATE TABLE items (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, type TEXT NOT NULL);
INSERT INTO "items" VALUES(1,'f49ef8154ca1f968','DIAMOND');
INSERT INTO "items" VALUES(2,'59e28ddc21a6b342','BROWN_CANDLE');
INSERT INTO "items" VALUES(3,'bc8a4886724f6fc6','PACKED_ICE');
INSERT INTO "items" VALUES(4,'3516899deacf9922','ORANGE_STAINED_GLASS');
INSERT INTO "items" VALUES(5,'8abbfa84a99e6ba0','SPLASH_POTION');
INSERT INTO "items" VALUES(6,'1d9a1449db043380','OAK_TRAPDOOR');
INSERT INTO "items" VALUES(7,'9f44bd2a72f09210','MANGROVE_PROPAGULE');
CREATE TABLE marks (
    item INTEGER NOT NULL, at INTEGER NOT NULL, ask REAL, bid REAL, stock REAL NOT NULL,
    PRIMARY KEY (item, at)
  ) WITHOUT ROWID;
CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    target TEXT NOT NULL, nonce TEXT NOT NULL UNIQUE, body TEXT NOT NULL, sealed_at INTEGER NOT NULL,
    settled_at INTEGER, message_id TEXT, why TEXT
  );
INSERT INTO "messages" VALUES(1,'user:{player}','AU7N2uISapiuUh3-pjNhs2IN','{"message":{"embeds":[{"title":"Auction: 3 × Diamond","description":"For **1,001** (333.67 each) · <t:1795448652:R>","color":14722342,"footer":{"text":"Your watch: Diamond auctioned"}}],"components":[{"type":1,"components":[{"type":2,"style":2,"label":"Snooze 1 h","custom_id":"watch:snooze:3813840e"},{"type":2,"style":2,"label":"Show shops","custom_id":"watch:shops:3813840e"},{"type":2,"style":4,"label":"Stop","custom_id":"watch:stop:3813840e"}]}]},"plain":"Auction: 3 × Diamond\nFor **1,001** (333.67 each) · <t:1795448652:R>"}',1795448653511,1795448653529,'1574450510277115904',NULL);
INSERT INTO "messages" VALUES(2,'channel:{market}','8oYk7XXIfeubSlYjpC1B3oqw','{"message":{"embeds":[{"title":"Auction: 3 × Diamond","description":"For **1,001** (333.67 each) · <t:1795448652:R>","color":14722342,"footer":{"text":"Feed: Auctions"}}]},"plain":"Auction: 3 × Diamond\nFor **1,001** (333.67 each) · <t:1795448652:R>"}',1795448653521,1795448653532,'1574450510293893120',NULL);
INSERT INTO "messages" VALUES(3,'channel:{staff}','HmGGOSIA-QRKo76MEtsuU1Ow','{"message":{"embeds":[{"title":"Bought: 192 × Brown Candle","description":"For **54** (0.281 each) · <t:1795448653:R>\nquaashlen · `11503 82 -11523` skyblock","color":3908957},{"title":"2 purchases: 384 × Packed Ice","description":"For **72** (0.188 each) · <t:1795448653:R>\nMiroqua · `-5698 84 7053` world","color":3908957,"footer":{"text":"Feed: Trades, worth 20 or more"}}]},"plain":"Bought: 192 × Brown Candle\nFor **54** (0.281 each) · <t:1795448653:R>\nquaashlen · `11503 82 -11523` skyblock\n2 purchases: 384 × Packed Ice\nFor **72** (0.188 each) · <t:1795448653:R>\nMiroqua · `-5698 84 7053` world"}',1795448654321,1795448654335,'1574450513666113536',NULL);
INSERT INTO "messages" VALUES(4,'channel:{market}','UKCxVsI4E6SKJ3X0ni7Wz0CR','{"message":{"embeds":[{"title":"Auction: 128 × Packed Ice","description":"For **17** (0.133 each) · <t:1795448653:R>","color":14722342,"footer":{"text":"Feed: Auctions"}}]},"plain":"Auction: 128 × Packed Ice\nFor **17** (0.133 each) · <t:1795448653:R>"}',1795448654329,1795448654341,'1574450513678696448',NULL);
INSERT INTO "messages" VALUES(5,'channel:{market}','5vrFJE8LzNdOSO6az-9aj0GR','{"message":{"embeds":[{"title":"Auction: 3 × Diamond","description":"For **1,002** (334 each) · <t:1795448655:R>","color":14722342,"footer":{"text":"Feed: Auctions"}}]},"plain":"Auction: 3 × Diamond\nFor **1,002** (334 each) · <t:1795448655:R>"}',1795448655822,NULL,NULL,NULL);
CREATE TABLE moments (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "moments" VALUES('.first-bans',1795448652419);
INSERT INTO "moments" VALUES('.last-delivery',1795448654341);
INSERT INTO "moments" VALUES('.snapshot',1795448652428);
INSERT INTO "moments" VALUES('mark:began',1795448652338);
INSERT INTO "moments" VALUES('mark:getAllShops',1795448652640);
INSERT INTO "moments" VALUES('mark:getBannedPaintings',1795448652419);
INSERT INTO "moments" VALUES('mark:stream-live',1795448652426);
CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    cause INTEGER NOT NULL REFERENCES causes, target TEXT NOT NULL, sources TEXT NOT NULL, due_at INTEGER NOT NULL,
    ended_at INTEGER, message INTEGER REFERENCES messages, why TEXT, held TEXT,
    UNIQUE (cause, target)
  );
INSERT INTO "notices" VALUES(1,1,'channel:{market}','["50cf1971"]',1795448652807,1795448653521,2,NULL,NULL);
INSERT INTO "notices" VALUES(2,1,'user:{player}','["3813840e"]',1795448652807,1795448653511,1,NULL,NULL);
INSERT INTO "notices" VALUES(3,2,'channel:{staff}','["8125866c"]',1795448653613,1795448654321,3,NULL,NULL);
INSERT INTO "notices" VALUES(4,3,'channel:{staff}','["8125866c"]',1795448653615,1795448654321,3,NULL,NULL);
INSERT INTO "notices" VALUES(5,4,'channel:{staff}','["8125866c"]',1795448653617,1795448654321,3,NULL,NULL);
INSERT INTO "notices" VALUES(6,5,'channel:{market}','["50cf1971"]',1795448653617,1795448654329,4,NULL,NULL);
INSERT INTO "notices" VALUES(7,6,'channel:{market}','["50cf1971"]',1795448655117,1795448655822,5,NULL,NULL);
INSERT INTO "notices" VALUES(8,6,'user:{player}','["3813840e"]',1795452253511,NULL,NULL,NULL,'cooling');
CREATE TABLE outages (id INTEGER PRIMARY KEY, began INTEGER NOT NULL, ended INTEGER, why TEXT NOT NULL);
INSERT INTO "outages" VALUES(1,1795448652369,1795448652425,'start');
CREATE TABLE pauses (target TEXT PRIMARY KEY, code INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE places (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    world TEXT NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, z INTEGER NOT NULL, owner TEXT, owner_name TEXT,
    changed_at INTEGER NOT NULL, traded_at INTEGER
  );
INSERT INTO "places" VALUES(1,'skyblock',11503,82,-11523,'cad005e5-cb45-4558-88d5-d439641515bf','quaashlen',1795448653611,1795448653611);
INSERT INTO "places" VALUES(2,'world',-5698,84,7053,'7f116cb4-7176-482c-9bd0-2be4da511fb4','Miroqua',1795448653612,1795448653612);
INSERT INTO "places" VALUES(3,'world',-4013,79,-1884,'21a11026-a455-404c-bc75-77ff20d8d9ea','obmizu',1795448653614,1795448653614);
INSERT INTO "places" VALUES(4,'resource_world',-6900,89,-6057,'1c938b66-f362-4285-9601-b5d553f8eec2','Obmicraft',1795448653614,1795448653614);
INSERT INTO "places" VALUES(5,'world_nether',7959,87,-2342,'6584e9fd-76be-48a2-a69d-641abf541bec','Quafin',1795448653614,1795448653614);
INSERT INTO "places" VALUES(6,'world',-4254,68,2561,'3b84ba85-827c-4aa3-b6da-6c2cde511f62','torwolf',1795448653614,1795448653614);
CREATE TABLE told (source TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "told" VALUES('3813840e',1795448653511);
INSERT INTO "told" VALUES('50cf1971',1795448655822);
INSERT INTO "told" VALUES('8125866c',1795448654321);
CREATE TABLE trade_groups (
    item INTEGER NOT NULL, at INTEGER NOT NULL, kind INTEGER NOT NULL, place INTEGER NOT NULL, price REAL NOT NULL,
    trades INTEGER NOT NULL, items REAL NOT NULL, paid REAL NOT NULL, last_at INTEGER NOT NULL,
    PRIMARY KEY (item, at, kind, place, price)
  ) WITHOUT ROWID;
INSERT INTO "trade_groups" VALUES(1,1795435200000,0,0,3.33666666666666685611e+02,1,3.0,1001.0,1795448652806);
INSERT INTO "trade_groups" VALUES(1,1795435200000,0,0,334.0,1,3.0,1002.0,1795448655115);
INSERT INTO "trade_groups" VALUES(2,1795435200000,1,1,0.28125,1,192.0,54.0,1795448653611);
INSERT INTO "trade_groups" VALUES(3,1795435200000,0,0,0.1328125,1,128.0,17.0,1795448653614);
INSERT INTO "trade_groups" VALUES(3,1795435200000,1,2,0.1875,2,384.0,72.0,1795448653614);
INSERT INTO "trade_groups" VALUES(4,1795435200000,2,3,0.03125,1,128.0,4.0,1795448653614);
INSERT INTO "trade_groups" VALUES(5,1795435200000,2,4,1.0,1,1.0,1.0,1795448653614);
INSERT INTO "trade_groups" VALUES(6,1795435200000,1,5,0.046875,1,128.0,6.0,1795448653614);
INSERT INTO "trade_groups" VALUES(7,1795435200000,1,6,0.15625,1,64.0,10.0,1795448653614);
CREATE TABLE trades (
    item INTEGER NOT NULL, at INTEGER NOT NULL, seq INTEGER NOT NULL,
    kind INTEGER NOT NULL, count INTEGER NOT NULL, paid INTEGER NOT NULL, shop INTEGER, place INTEGER,
    PRIMARY KEY (item, at, seq)
  ) WITHOUT ROWID;
INSERT INTO "trades" VALUES(1,1795448652806,0,0,3,1001,NULL,NULL);
INSERT INTO "trades" VALUES(1,1795448655115,0,0,3,1002,NULL,NULL);
INSERT INTO "trades" VALUES(2,1795448653611,0,1,192,54,NULL,1);
INSERT INTO "trades" VALUES(3,1795448653612,0,1,192,36,NULL,2);
INSERT INTO "trades" VALUES(3,1795448653614,0,1,192,36,NULL,2);
INSERT INTO "trades" VALUES(3,1795448653614,1,0,128,17,NULL,NULL);
INSERT INTO "trades" VALUES(4,1795448653614,0,2,128,4,NULL,3);
INSERT INTO "trades" VALUES(5,1795448653614,0,2,1,1,NULL,4);
INSERT INTO "trades" VALUES(6,1795448653614,0,1,128,6,NULL,5);
INSERT INTO "trades" VALUES(7,1795448653614,0,1,64,10,NULL,6);
CREATE INDEX items_by_type ON items (type);
CREATE INDEX notices_waiting ON notices (target, id, due_at) WHERE ended_at IS NULL;
CREATE INDEX notices_ended ON notices (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX notices_of_message ON notices (message) WHERE message IS NOT NULL;
CREATE INDEX messages_unsettled ON messages (target, id) WHERE settled_at IS NULL;
CREATE INDEX messages_settled ON messages (settled_at) WHERE settled_at IS NOT NULL;
CREATE UNIQUE INDEX outages_open ON outages ((1)) WHERE ended IS NULL;
CREATE UNIQUE INDEX places_by_location ON places (x, z, y, world, owner, owner_name);
CREATE INDEX changes_of_goods ON changes (goods, at, seq);
CREATE INDEX changes_of_other_goods ON changes (other_goods, at, seq) WHERE other_goods IS NOT NULL;
CREATE INDEX notices_of_target ON notices (target, id);
CREATE INDEX messages_of_target ON messages (target);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('goods',8);
INSERT INTO "sqlite_sequence" VALUES('notices',8);
INSERT INTO "sqlite_sequence" VALUES('messages',5);
INSERT INTO "sqlite_sequence" VALUES('places',6);
COMMIT;
PRAGMA user_version = 2;
