import type { DatabaseSync } from 'node:sqlite';
import { LAST_OLD_SNAPSHOT } from '../mappers/checkpoint-names.ts';
import type { UnreadableRows } from '../mappers/record.ts';
import { CanvasesTable } from './canvases.ts';
import { ChangeLog } from './change-log.ts';
import { EarliestTrades } from './history/earliest-trades.ts';
import { PriceSamplesTable } from './history/price-samples.ts';
import { ShopTrades } from './history/shop-trades.ts';
import { TradeHistory } from './history/trade-history.ts';
import { GoodsTable, ItemsTable, PlacesTable } from './id-tables.ts';
import { BansTable, CheckpointsTable, OutagesTable } from './ingest-state.ts';
import { DeliveriesTable, MessagesTable } from './outbox/messages.ts';
import { NoticesTable, PastNotices, StagedNotices } from './outbox/notices.ts';

/** The tables of a journal's file. */
export type Tables = ReturnType<typeof openTables>;

/**
 * Opens the tables of a file with a current schema.
 * @param unreadable notes unreadable rows
 */
export function openTables(db: DatabaseSync, unreadable: UnreadableRows) {
  const goods = new GoodsTable(db);
  const items = new ItemsTable(db);
  const places = new PlacesTable(db);
  const checkpoints = new CheckpointsTable(db);
  const notices = new NoticesTable(db, unreadable);
  return {
    changes: new ChangeLog(db, { goods, places }, checkpoints.get(LAST_OLD_SNAPSHOT), unreadable),
    history: new TradeHistory(db, { items, places, checkpoints }, unreadable),
    shopTrades: new ShopTrades(db, places, unreadable),
    earliestTrades: new EarliestTrades(db, items),
    goods,
    places,
    items,
    samples: new PriceSamplesTable(db, items),
    notices,
    stagedNotices: new StagedNotices(db, notices),
    messages: new MessagesTable(db, unreadable),
    pastNotices: new PastNotices(db, unreadable),
    deliveries: new DeliveriesTable(db),
    checkpoints,
    outages: new OutagesTable(db),
    bans: new BansTable(db, checkpoints),
    canvases: new CanvasesTable(db, unreadable),
  };
}
