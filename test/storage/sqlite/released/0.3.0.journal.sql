BEGIN TRANSACTION;
CREATE TABLE bans (id TEXT PRIMARY KEY, first_seen_at INTEGER) WITHOUT ROWID;
INSERT INTO "bans" VALUES('13b16e65-9b52-45d0-aafe-5ba37966e9fc_3',NULL);
INSERT INTO "bans" VALUES('43ca4d61-b947-4e03-8008-0f91b3fcf515_1',NULL);
INSERT INTO "bans" VALUES('474c1418-bbc9-4ec3-aab2-3b2149c6227b_4',NULL);
INSERT INTO "bans" VALUES('6cbd9205-b817-4398-aa56-eefd8e1d788d_12',NULL);
INSERT INTO "bans" VALUES('6cbd9205-b817-4398-aa56-eefd8e1d788d_9',NULL);
INSERT INTO "bans" VALUES('6dde49ef-fd6c-402f-aa2e-efbcca2b498d_3',NULL);
INSERT INTO "bans" VALUES('d11ffb5a-07ce-4594-965c-3b53aa1dd957_3',NULL);
INSERT INTO "bans" VALUES('d1f6c19a-c293-4cd1-87cd-438881143be0_2',NULL);
CREATE TABLE causes (id INTEGER PRIMARY KEY, json TEXT NOT NULL);
INSERT INTO "causes" VALUES(1,'{"kind":"change","change":{"kind":"auctioned","at":1795448658652,"auction":{"kind":"auction","at":1795448658652,"item":{"identity":{"key":"f49ef8154ca1f968","type":"DIAMOND","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Diamond","contents":[]},"sold":3,"finalBid":1001}}}');
INSERT INTO "causes" VALUES(2,'{"kind":"change","change":{"kind":"auctioned","at":1795448659455,"auction":{"kind":"auction","at":1795448659455,"item":{"identity":{"key":"d64401e2d6632bb8","type":"WOODEN_PICKAXE","variant":{"enchantments":[{"id":"swift_sneak","level":2}],"potion":null,"canvas":null,"customName":"月の剣"}},"quantity":1,"name":"月の剣","contents":[]},"sold":4,"finalBid":46}}}');
INSERT INTO "causes" VALUES(3,'{"kind":"change","change":{"kind":"auctioned","at":1795448659456,"auction":{"kind":"auction","at":1795448659456,"item":{"identity":{"key":"536e6d69eeb700cd","type":"NETHERITE_SWORD","variant":{"enchantments":[{"id":"silk_touch","level":1}],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Netherite Sword","contents":[]},"sold":3,"finalBid":92}}}');
INSERT INTO "causes" VALUES(4,'{"kind":"change","change":{"kind":"auctioned","at":1795448660962,"auction":{"kind":"auction","at":1795448660962,"item":{"identity":{"key":"f49ef8154ca1f968","type":"DIAMOND","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Diamond","contents":[]},"sold":3,"finalBid":1002}}}');
CREATE TABLE changes (
    at INTEGER NOT NULL, seq INTEGER NOT NULL, kind INTEGER NOT NULL, goods INTEGER NOT NULL, place INTEGER,
    shop INTEGER, side NUMERIC, price INTEGER, remaining INTEGER,
    other_goods INTEGER, other_place INTEGER, other_side NUMERIC, other_price INTEGER, other_remaining INTEGER,
    moved INTEGER, paid INTEGER, sign_amount INTEGER, sign_price INTEGER, canvas TEXT,
    PRIMARY KEY (at, seq)
  ) WITHOUT ROWID;
INSERT INTO "changes" VALUES(1795448658652,0,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3,1001,NULL,NULL,NULL);
INSERT INTO "changes" VALUES(1795448659455,0,0,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,4,46,NULL,NULL,NULL);
INSERT INTO "changes" VALUES(1795448659456,0,2,3,1,1012,1,5,32,NULL,NULL,NULL,NULL,NULL,32,5,32,5,NULL);
INSERT INTO "changes" VALUES(1795448659456,1,0,4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3,92,NULL,NULL,NULL);
INSERT INTO "changes" VALUES(1795448659459,0,1,5,2,1008,0,4,448,NULL,NULL,NULL,NULL,NULL,256,16,64,4,NULL);
INSERT INTO "changes" VALUES(1795448659459,1,2,6,3,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,48,9,16,3,NULL);
INSERT INTO "changes" VALUES(1795448659459,2,1,7,4,1006,0,1,11,NULL,NULL,NULL,NULL,NULL,3,3,1,1,NULL);
INSERT INTO "changes" VALUES(1795448659460,0,1,8,5,1009,0,6,1280,NULL,NULL,NULL,NULL,NULL,32,6,32,6,NULL);
INSERT INTO "changes" VALUES(1795448659460,1,1,7,4,1006,0,1,11,NULL,NULL,NULL,NULL,NULL,4,4,1,1,NULL);
INSERT INTO "changes" VALUES(1795448660962,0,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3,1002,NULL,NULL,NULL);
CREATE TABLE goods (id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, json TEXT NOT NULL);
INSERT INTO "goods" VALUES(1,X'6F444FDF9BB0ACE3B670F5B9E79DDE30','{"identity":{"key":"f49ef8154ca1f968","type":"DIAMOND","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Diamond","contents":[]}');
INSERT INTO "goods" VALUES(2,X'665C631E2176E1E3F68151DA23CCBBA1','{"identity":{"key":"d64401e2d6632bb8","type":"WOODEN_PICKAXE","variant":{"enchantments":[{"id":"swift_sneak","level":2}],"potion":null,"canvas":null,"customName":"月の剣"}},"quantity":1,"name":"月の剣","contents":[]}');
INSERT INTO "goods" VALUES(3,X'00A1D7CCED97018EEB0E0E46FB736C38','{"identity":{"key":"30d7b9cd0ed2d72b","type":"COMPARATOR","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":32,"name":"Comparator","contents":[]}');
INSERT INTO "goods" VALUES(4,X'3C43308F9AD5DD4ECD7EA021DB8A0319','{"identity":{"key":"536e6d69eeb700cd","type":"NETHERITE_SWORD","variant":{"enchantments":[{"id":"silk_touch","level":1}],"potion":null,"canvas":null,"customName":null}},"quantity":1,"name":"Netherite Sword","contents":[]}');
INSERT INTO "goods" VALUES(5,X'A2A248CC68FB524359D2E366BBE2F8AF','{"identity":{"key":"33473de8fa4d572e","type":"CHERRY_LOG","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":64,"name":"Cherry Log","contents":[]}');
INSERT INTO "goods" VALUES(6,X'B9F82014EFAB9962BB2A0952A2615C8A','{"identity":{"key":"c340c9c19ce0f373","type":"BLACK_BANNER","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":16,"name":"Black Banner","contents":[]}');
INSERT INTO "goods" VALUES(7,X'15EB9BD2B95973EDA710BD73DF7EC97B','{"identity":{"key":"dc5fd5b513661aa6","type":"SPLASH_POTION","variant":{"enchantments":[],"potion":"long_swiftness","canvas":null,"customName":null}},"quantity":1,"name":"Splash Potion","contents":[]}');
INSERT INTO "goods" VALUES(8,X'4F59D9A45D6EA7BCEDAADC92BAA342B0','{"identity":{"key":"918b524d9a7534d0","type":"LIGHTNING_ROD","variant":{"enchantments":[],"potion":null,"canvas":null,"customName":null}},"quantity":32,"name":"Lightning Rod","contents":[]}');
CREATE TABLE goods_types (type TEXT NOT NULL, goods INTEGER NOT NULL, PRIMARY KEY (type, goods)) WITHOUT ROWID;
INSERT INTO "goods_types" VALUES('BLACK_BANNER',6);
INSERT INTO "goods_types" VALUES('CHERRY_LOG',5);
INSERT INTO "goods_types" VALUES('COMPARATOR',3);
INSERT INTO "goods_types" VALUES('DIAMOND',1);
INSERT INTO "goods_types" VALUES('LIGHTNING_ROD',8);
INSERT INTO "goods_types" VALUES('NETHERITE_SWORD',4);
INSERT INTO "goods_types" VALUES('SPLASH_POTION',7);
INSERT INTO "goods_types" VALUES('WOODEN_PICKAXE',2);
CREATE TABLE items (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, type TEXT NOT NULL);
INSERT INTO "items" VALUES(1,'f49ef8154ca1f968','DIAMOND');
INSERT INTO "items" VALUES(2,'d64401e2d6632bb8','WOODEN_PICKAXE');
INSERT INTO "items" VALUES(3,'30d7b9cd0ed2d72b','COMPARATOR');
INSERT INTO "items" VALUES(4,'536e6d69eeb700cd','NETHERITE_SWORD');
INSERT INTO "items" VALUES(5,'33473de8fa4d572e','CHERRY_LOG');
INSERT INTO "items" VALUES(6,'c340c9c19ce0f373','BLACK_BANNER');
INSERT INTO "items" VALUES(7,'dc5fd5b513661aa6','SPLASH_POTION');
INSERT INTO "items" VALUES(8,'918b524d9a7534d0','LIGHTNING_ROD');
CREATE TABLE marks (
    item INTEGER NOT NULL, at INTEGER NOT NULL, ask REAL, bid REAL, stock REAL NOT NULL,
    PRIMARY KEY (item, at)
  ) WITHOUT ROWID;
CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    target TEXT NOT NULL, nonce TEXT NOT NULL UNIQUE, body TEXT NOT NULL, sealed_at INTEGER NOT NULL,
    settled_at INTEGER, message_id TEXT, why TEXT
  , tells TEXT NOT NULL DEFAULT '[]', best TEXT NOT NULL DEFAULT '{}');
INSERT INTO "messages" VALUES(1,'user:{player}','UNL1l8hTMA2ME9MFmtBBOMS2','{"message":{"embeds":[{"title":"Auction: 3 × Diamond","description":"For **1,001** (333.67 each) · <t:1795448658:R>","color":14722342,"footer":{"text":"Your watch: Diamond auctioned"}}],"components":[{"type":1,"components":[{"type":2,"style":2,"label":"Snooze 1 h","custom_id":"watch:snooze:513122fa"},{"type":2,"style":2,"label":"Show shops","custom_id":"watch:shops:513122fa"},{"type":2,"style":4,"label":"Stop","custom_id":"watch:stop:513122fa"}]}]},"plain":"Auction: 3 × Diamond\nFor **1,001** (333.67 each) · <t:1795448658:R>\n-# Your watch: **Diamond** auctioned"}',1795448659360,1795448659376,'1574450534805405696',NULL,'["513122fa"]','{}');
INSERT INTO "messages" VALUES(2,'channel:{market}','6vwqfMVwX5NTUUvaCgL-bRWm','{"message":{"embeds":[{"title":"Auction: 3 × Diamond","description":"For **1,001** (333.67 each) · <t:1795448658:R>","color":14722342,"footer":{"text":"Feed: Auctions"}}]},"plain":"Auction: 3 × Diamond\nFor **1,001** (333.67 each) · <t:1795448658:R>\n-# Feed: Auctions"}',1795448659373,1795448659379,'1574450534822182912',NULL,'["b3ce3816"]','{}');
INSERT INTO "messages" VALUES(3,'channel:{market}','H5zAz-CFQ924FrB3HBZ8Cf8J','{"message":{"embeds":[{"title":"Auction: 4 × 月の剣 (Swift Sneak II)","description":"For **46** (11.50 each) · <t:1795448659:R>","color":14722342},{"title":"Auction: 3 × Netherite Sword (Silk Touch)","description":"For **92** (30.67 each) · <t:1795448659:R>","color":14722342,"footer":{"text":"Feed: Auctions"}}]},"plain":"Auction: 4 × 月の剣 (Swift Sneak II)\nFor **46** (11.50 each) · <t:1795448659:R>\nAuction: 3 × Netherite Sword (Silk Touch)\nFor **92** (30.67 each) · <t:1795448659:R>\n-# Feed: Auctions"}',1795448660188,1795448660196,'1574450538244734976',NULL,'["b3ce3816"]','{}');
INSERT INTO "messages" VALUES(4,'channel:{market}','NQ5CBFqLLQJLBRdd42ZnDPg_','{"message":{"embeds":[{"title":"Auction: 3 × Diamond","description":"For **1,002** (334 each) · <t:1795448660:R>","color":14722342,"footer":{"text":"Feed: Auctions"}}]},"plain":"Auction: 3 × Diamond\nFor **1,002** (334 each) · <t:1795448660:R>\n-# Feed: Auctions"}',1795448661666,NULL,NULL,NULL,'["b3ce3816"]','{}');
CREATE TABLE moments (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "moments" VALUES('.first-bans',1795448658291);
INSERT INTO "moments" VALUES('.last-delivery',1795448660196);
INSERT INTO "moments" VALUES('.snapshot',1795448658306);
INSERT INTO "moments" VALUES('mark:began',1795448658189);
INSERT INTO "moments" VALUES('mark:getAllShops',1795448658479);
INSERT INTO "moments" VALUES('mark:getBannedPaintings',1795448658291);
INSERT INTO "moments" VALUES('mark:stream-live',1795448658299);
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
INSERT INTO "notices" VALUES(1,1,'channel:{market}','["b3ce3816"]',1795448658655,1795448659373,2,NULL,NULL);
INSERT INTO "notices" VALUES(2,1,'user:{player}','["513122fa"]',1795448658655,1795448659360,1,NULL,NULL);
INSERT INTO "notices" VALUES(3,2,'channel:{market}','["b3ce3816"]',1795448659457,1795448660188,3,NULL,NULL);
INSERT INTO "notices" VALUES(4,3,'channel:{market}','["b3ce3816"]',1795448659461,1795448660188,3,NULL,NULL);
INSERT INTO "notices" VALUES(5,4,'channel:{market}','["b3ce3816"]',1795448660964,1795448661666,4,NULL,NULL);
INSERT INTO "notices" VALUES(6,4,'user:{player}','["513122fa"]',1795452259376,NULL,NULL,NULL,'cooling');
CREATE TABLE outages (id INTEGER PRIMARY KEY, began INTEGER NOT NULL, ended INTEGER, why TEXT NOT NULL);
INSERT INTO "outages" VALUES(1,1795448658218,1795448658299,'start');
CREATE TABLE pauses (target TEXT PRIMARY KEY, code INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE places (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    world TEXT NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, z INTEGER NOT NULL, owner TEXT, owner_name TEXT,
    changed_at INTEGER NOT NULL, traded_at INTEGER
  );
INSERT INTO "places" VALUES(1,'world',-7990,71,9454,'0500c9cb-e8a1-4011-b0fe-5abb0d7b9c3e','siashka_26',1795448659456,1795448659456);
INSERT INTO "places" VALUES(2,'world',-8214,60,-11671,'ec260178-6d11-4ae4-b565-82436ba7409c','Elwolf',1795448659459,1795448659459);
INSERT INTO "places" VALUES(3,'world',10178,83,-4679,NULL,NULL,1795448659459,1795448659459);
INSERT INTO "places" VALUES(4,'skyblock',4115,75,4655,'2492821b-2af0-4303-bdae-f6efe2731aac','Beelro',1795448659459,1795448659459);
INSERT INTO "places" VALUES(5,'resource_world',6459,78,4600,'e724e9cf-7579-4079-8491-88229b46b154','tortor',1795448659460,1795448659460);
CREATE TABLE told (source TEXT PRIMARY KEY, at INTEGER NOT NULL, price REAL, goods TEXT) WITHOUT ROWID;
INSERT INTO "told" VALUES('513122fa',1795448659376,NULL,NULL);
INSERT INTO "told" VALUES('b3ce3816',1795448660196,NULL,NULL);
CREATE TABLE trade_groups (
    item INTEGER NOT NULL, at INTEGER NOT NULL, kind INTEGER NOT NULL, place INTEGER NOT NULL, price REAL NOT NULL,
    trades INTEGER NOT NULL, items REAL NOT NULL, paid REAL NOT NULL, last_at INTEGER NOT NULL,
    PRIMARY KEY (item, at, kind, place, price)
  ) WITHOUT ROWID;
INSERT INTO "trade_groups" VALUES(1,1795435200000,0,0,3.33666666666666685611e+02,1,3.0,1001.0,1795448658652);
INSERT INTO "trade_groups" VALUES(1,1795435200000,0,0,334.0,1,3.0,1002.0,1795448660962);
INSERT INTO "trade_groups" VALUES(2,1795435200000,0,0,11.5,1,4.0,46.0,1795448659455);
INSERT INTO "trade_groups" VALUES(3,1795435200000,2,1,0.15625,1,32.0,5.0,1795448659456);
INSERT INTO "trade_groups" VALUES(4,1795435200000,0,0,3.066666666666666785e+01,1,3.0,92.0,1795448659456);
INSERT INTO "trade_groups" VALUES(5,1795435200000,1,2,0.0625,1,256.0,16.0,1795448659459);
INSERT INTO "trade_groups" VALUES(6,1795435200000,2,3,0.1875,1,48.0,9.0,1795448659459);
INSERT INTO "trade_groups" VALUES(7,1795435200000,1,4,1.0,2,7.0,7.0,1795448659460);
INSERT INTO "trade_groups" VALUES(8,1795435200000,1,5,0.1875,1,32.0,6.0,1795448659460);
CREATE TABLE trades (
    item INTEGER NOT NULL, at INTEGER NOT NULL, seq INTEGER NOT NULL,
    kind INTEGER NOT NULL, count INTEGER NOT NULL, paid INTEGER NOT NULL, shop INTEGER, place INTEGER,
    PRIMARY KEY (item, at, seq)
  ) WITHOUT ROWID;
INSERT INTO "trades" VALUES(1,1795448658652,0,0,3,1001,NULL,NULL);
INSERT INTO "trades" VALUES(1,1795448660962,0,0,3,1002,NULL,NULL);
INSERT INTO "trades" VALUES(2,1795448659455,0,0,4,46,NULL,NULL);
INSERT INTO "trades" VALUES(3,1795448659456,0,2,32,5,NULL,1);
INSERT INTO "trades" VALUES(4,1795448659456,0,0,3,92,NULL,NULL);
INSERT INTO "trades" VALUES(5,1795448659459,0,1,256,16,NULL,2);
INSERT INTO "trades" VALUES(6,1795448659459,0,2,48,9,NULL,3);
INSERT INTO "trades" VALUES(7,1795448659459,0,1,3,3,NULL,4);
INSERT INTO "trades" VALUES(7,1795448659460,0,1,4,4,NULL,4);
INSERT INTO "trades" VALUES(8,1795448659460,0,1,32,6,NULL,5);
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
INSERT INTO "sqlite_sequence" VALUES('notices',6);
INSERT INTO "sqlite_sequence" VALUES('messages',4);
INSERT INTO "sqlite_sequence" VALUES('places',5);
COMMIT;
PRAGMA user_version = 3;
