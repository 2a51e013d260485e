import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { ItemChoice } from '../market/item.ts';
import type { Entry, PastTrade } from '../ports/journal.ts';
import { command, query } from './sql.ts';

/** The kinds by the numbers that stand for them in the file: append only. */
const TRADE_KINDS = ['auction', 'purchase', 'sale'] as const satisfies readonly PastTrade['kind'][];

/** Rows read or deleted at once, before the event loop has its turn. */
const ROWS_PER_STEP = 2_000;

interface TradeRow {
  readonly at: number;
  readonly seq: number;
  readonly kind: number;
  readonly count: number;
  readonly paid: number;
  readonly shop: number | null;
}

/** What was traded: every trade and auction, by item and time. */
export function tradesTable(db: DatabaseSync) {
  const addItem = command(db, 'INSERT INTO items (key, type) VALUES (?, ?) ON CONFLICT (key) DO NOTHING');
  const addTrade = command(
    db,
    `INSERT INTO trades (item, at, seq, kind, count, paid, shop)
     SELECT id, ?, (SELECT coalesce(max(seq) + 1, 0) FROM trades WHERE item = items.id AND at = ?), ?, ?, ?, ?
     FROM items WHERE key = ?`,
  );
  const allItems = query<{ id: number }>(db, 'SELECT id FROM items');
  const itemsOfType = query<{ id: number; key: string }>(db, 'SELECT id, key FROM items WHERE type = ?');
  const itemOfKey = query<{ id: number; key: string }>(db, 'SELECT id, key FROM items WHERE type = ? AND key = ?');
  const page = query<TradeRow>(
    db,
    `SELECT at, seq, kind, count, paid, shop FROM trades
     WHERE item = ? AND (at, seq) > (?, ?) AND at < ? ORDER BY at, seq LIMIT ${ROWS_PER_STEP}`,
  );
  const deleteSome = command(
    db,
    `DELETE FROM trades WHERE (item, at, seq) IN
       (SELECT item, at, seq FROM trades WHERE item = ? AND at < ? LIMIT ${ROWS_PER_STEP})`,
  );

  async function ofItem(id: number, key: string, from: number, to: number): Promise<PastTrade[]> {
    const found: PastTrade[] = [];
    let last: { readonly at: number; readonly seq: number } = { at: from, seq: -1 };
    for (;;) {
      const rows = page.all(id, last.at, last.seq, to);
      for (const row of rows) found.push(pastTrade(row, key));
      const end = rows.at(-1);
      if (end === undefined || rows.length < ROWS_PER_STEP) return found;
      last = end;
      await setImmediate();
    }
  }

  return {
    add({ event, shop }: Entry['events'][number]): void {
      const { key, type } = event.item.identity;
      const [count, paid] = event.kind === 'auction' ? [event.sold, event.finalBid] : [event.moved, event.paid];
      addItem(key, type);
      const kind = TRADE_KINDS.indexOf(event.kind);
      addTrade(event.at, event.at, kind, count, paid, shop?.id ?? null, key);
    },

    async of(choice: ItemChoice, from: number, to: number): Promise<PastTrade[]> {
      const items = choice.key === undefined ? itemsOfType.all(choice.type) : itemOfKey.all(choice.type, choice.key);
      const found: PastTrade[] = [];
      for (const { id, key } of items) for (const trade of await ofItem(id, key, from, to)) found.push(trade);
      return items.length > 1 ? found.sort((a, b) => a.at - b.at) : found;
    },

    /** Deletes the trades before `before`, a few at each step. */
    *prune(before: number): Generator<void> {
      for (const { id } of allItems.all()) {
        while (deleteSome(id, before) === ROWS_PER_STEP) yield;
        yield;
      }
    },
  };
}

function pastTrade(row: TradeRow, key: string): PastTrade {
  const kind = TRADE_KINDS[row.kind];
  if (kind === undefined) throw new Error(`The journal holds a trade of an unknown kind (${row.kind}).`);
  return { at: row.at, kind, key, count: row.count, paid: row.paid, shopId: row.shop };
}
