import type { DatabaseSync } from 'node:sqlite';
import type { OfferSample } from '../../../market/prices/quotes.ts';
import type { PriceSample } from '../../../market/prices/trade-group.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { storedKeys } from '../../mappers/trade-row.ts';
import type { ItemsTable } from '../id-tables.ts';
import { command, query } from '../sql.ts';

const SAMPLED_ITEMS_PER_STEP = 200;
const SAMPLES_PER_READ = 1_000;

const NOT_OFFERED = { ask: null, bid: null, stock: 0 };

/** Samples of the shops' prices and stock, by item and time. */
export class PriceSamplesTable {
  readonly #sql;
  readonly #items: ItemsTable;

  constructor(db: DatabaseSync, items: ItemsTable) {
    this.#sql = {
      latest: query<PriceSample>(
        db,
        'SELECT at, ask, bid, stock FROM price_samples WHERE item = ? ORDER BY at DESC LIMIT 1',
      ),
      put: command(
        db,
        `INSERT INTO price_samples (item, at, ask, bid, stock) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET ask = excluded.ask, bid = excluded.bid, stock = excluded.stock`,
      ),
      // CROSS forces SQLite to read items first. Otherwise it reads all their samples.
      offered: query<{ id: number; key: string }>(
        db,
        `SELECT items.id, key FROM items CROSS JOIN price_samples ON item = items.id AND at = (SELECT max(at) FROM price_samples WHERE item = items.id)
       WHERE items.id > ? AND items.id <= ? AND (ask IS NOT NULL OR bid IS NOT NULL OR stock > 0)`,
      ),
      before: query<PriceSample>(
        db,
        'SELECT at, ask, bid, stock FROM price_samples WHERE item = ? AND at < ? ORDER BY at DESC LIMIT 1',
      ),
      page: query<PriceSample>(
        db,
        `SELECT at, ask, bid, stock FROM price_samples WHERE item = ? AND at >= ? AND at < ? ORDER BY at LIMIT ${SAMPLES_PER_READ}`,
      ),
    };
    this.#items = items;
  }

  /** Writes the samples of one time, some at each step. */
  *put(at: number, samples: readonly OfferSample[]): Generator<void> {
    for (let from = 0; from < samples.length; from += SAMPLED_ITEMS_PER_STEP) {
      for (const sample of samples.slice(from, from + SAMPLED_ITEMS_PER_STEP))
        this.#note(this.#items.idOf(sample), at, sample);
      yield;
    }
    const named = new Set(samples.map(({ key }) => key));
    for (let after = 0; after < this.#items.last(); after += SAMPLED_ITEMS_PER_STEP) {
      for (const { id, key } of this.#sql.offered.all(after, after + SAMPLED_ITEMS_PER_STEP)) {
        if (!named.has(key)) this.#note(id, at, NOT_OFFERED);
      }
      yield;
    }
  }

  #note(item: number, at: number, sample: Omit<PriceSample, 'at'>): void {
    if (!isWorthWriting(this.#sql.latest.first(item), at, sample)) return;
    this.#sql.put(item, at, sample.ask, sample.bid, sample.stock);
  }

  /** Reads the last sample before `from`, then the samples of `from <= at < to`. */
  *of(key: string, from: number, to: number): Generator<void, PriceSample[]> {
    const items = storedKeys(key).flatMap((each) => this.#items.known(each) ?? []);
    const held = items.flatMap((item) => this.#sql.before.first(item, from) ?? []).sort((a, b) => a.at - b.at);
    const found = held.slice(-1).map((sample) => ({ ...sample }));
    for (const item of items) yield* this.#pages(item, from, to, found);
    return items.length > 1 ? found.sort((a, b) => a.at - b.at) : found;
  }

  *#pages(item: number, from: number, to: number, found: PriceSample[]): Generator<void> {
    for (let next: number | undefined = from; next !== undefined; ) {
      const rows = this.#sql.page.all(item, next, to);
      for (const row of rows) found.push({ ...row });
      next = rows.length < SAMPLES_PER_READ ? undefined : (rows.at(-1)?.at ?? to) + 1;
      yield;
    }
  }
}

/**
 * Returns whether a sample is worth writing. A change of stock alone is written once a day. An item without samples
 * counts as not offered.
 */
function isWorthWriting(
  last: PriceSample | undefined,
  at: number,
  { ask, bid, stock }: Omit<PriceSample, 'at'>,
): boolean {
  const known = last ?? { ...NOT_OFFERED, at: Number.NEGATIVE_INFINITY };
  if (known.ask !== ask || known.bid !== bid) return true;
  return known.stock !== stock && Math.floor(known.at / DAY_MS) < Math.floor(at / DAY_MS);
}
