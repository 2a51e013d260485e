import type { MarketEvent } from '../../market/change.ts';
import type { WrittenEvent, WrittenEvents } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import { type ChangeRow, NULL_COLUMNS, readChange } from '../mappers/change-row.ts';
import { type PlaceRow, readGoods, readPlace } from '../mappers/goods-and-places.ts';
import { UnreadableRows } from '../mappers/record.ts';
import type { Queryable } from './client.ts';
import { diamondColumn } from './history/sql.ts';
import { readStoredText } from './stored-text.ts';

const EVENTS_PER_READ = 500;
/** Limits how far the game server's clock may be behind the leader's. */
const LONGEST_CLOCK_LAG_MS = 600_000;

const READ_EVENTS = `SELECT c.seq, c.heard_at, c.at, c.kind, c.moved, ${diamondColumn('paid', 'c.')} AS paid,
    c.sign_amount, ${diamondColumn('sign_price', 'c.')} AS sign_price, g.json, p.world, p.x, p.y, p.z
  FROM changes c JOIN goods g ON g.id = c.goods LEFT JOIN places p ON p.id = c.place
  WHERE c.seq > $1 AND c.heard_at IS NOT NULL ORDER BY c.seq LIMIT ${EVENTS_PER_READ}`;
const FIND_BEGIN = `SELECT coalesce((SELECT min(seq) - 1 FROM changes WHERE at >= $1 AND heard_at >= $2), (SELECT max(seq) FROM changes), 0) AS place`;

type TradeColumns = Pick<ChangeRow, 'at' | 'kind' | 'moved' | 'paid' | 'sign_amount' | 'sign_price'>;
type EventRow = TradeColumns &
  Pick<PlaceRow, 'x' | 'y' | 'z'> & {
    readonly seq: number;
    readonly heard_at: number;
    readonly json: string;
    readonly world: string | null;
  };

/** Reads the leader's events from its change log. */
export class PostgresWrittenEvents implements WrittenEvents {
  readonly #db: Queryable;
  readonly #unreadable: UnreadableRows;

  constructor(db: Queryable, log: Log) {
    this.#db = db;
    this.#unreadable = new UnreadableRows(log);
  }

  async read(place: number | null, from: number): Promise<{ events: readonly WrittenEvent[]; place: number }> {
    const behind = place ?? (await this.#begin(from));
    const { rows } = await this.#db.query<EventRow>({ name: 'written-events', text: READ_EVENTS }, [behind]);
    const events: WrittenEvent[] = [];
    for (const row of rows) {
      const event = this.#eventOf(row);
      if (event !== null) events.push({ event, heardAt: row.heard_at });
    }
    this.#unreadable.logNoted(
      'Events in PostgreSQL unreadable: stocks may be a little high until the next list of shops',
    );
    return { events, place: rows.at(-1)?.seq ?? behind };
  }

  async #begin(from: number): Promise<number> {
    const { rows } = await this.#db.query<{ place: number }>(FIND_BEGIN, [from - LONGEST_CLOCK_LAG_MS, from]);
    return rows[0]?.place ?? 0;
  }

  /** @returns the event, or null if the row is unreadable */
  #eventOf(row: EventRow): MarketEvent | null {
    const { seq, at, kind, moved, paid, sign_amount, sign_price, json } = row;
    try {
      // The query does not read the owner of the shop.
      const blank = { ...NULL_COLUMNS, goods: 0, place: 0, at, kind, moved, paid, sign_amount, sign_price };
      const change = readChange(blank, { goods: () => readGoods(json), place: () => readPlace(toPlaceRow(row)) });
      if (change.kind === 'traded') return change.trade;
      return change.kind === 'auctioned' ? change.auction : null;
    } catch (error) {
      this.#unreadable.note(`change ${seq}`, error);
      return null;
    }
  }
}

function toPlaceRow({ world, x, y, z }: EventRow): PlaceRow {
  return { world: readStoredText(world ?? ''), x, y, z, owner: null, owner_name: null };
}
