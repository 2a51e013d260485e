import type { IngestWriter } from '../../../ports/journal.ts';
import type { Queryable } from '../client.ts';
import { storedText, storedTextOrNull } from '../text.ts';

const ITEMS_PER_STEP = 1_000;

type NewSamples = Parameters<IngestWriter['recordPriceSamples']>[1];
type WriteStep = (step: (db: Queryable) => Promise<unknown>) => Promise<unknown>;

/** Ask or bid differ from the latest, or the stock alone for the first time in a UTC day; what was never sampled was not offered. */
const PUT = `
  WITH offered AS (SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[], $7::float8[])
    AS one (key, former_key, type, ask, bid, stock)),
  added AS (INSERT INTO items (key, former_key, type) SELECT key, former_key, type FROM offered
    ON CONFLICT DO NOTHING RETURNING id, key),
  numbered AS (SELECT id, key FROM added UNION ALL SELECT items.id, key FROM items JOIN offered USING (key)),
  news AS (
    SELECT numbered.id AS item, offered.* FROM offered JOIN numbered USING (key)
    LEFT JOIN LATERAL (SELECT * FROM price_samples WHERE item = numbered.id ORDER BY at DESC LIMIT 1) AS last ON true
    WHERE offered.ask IS DISTINCT FROM last.ask OR offered.bid IS DISTINCT FROM last.bid
      OR (offered.stock <> coalesce(last.stock, 0) AND (last.at IS NULL OR last.at / 86400000 < $1::bigint / 86400000)))
  INSERT INTO price_samples (item, at, ask, bid, stock) SELECT item, $1, ask, bid, stock FROM news
  ON CONFLICT (item, at) DO UPDATE SET ask = excluded.ask, bid = excluded.bid, stock = excluded.stock`;

/** What was offered at last and is not any more; `$2`: the keys that are. */
const GONE = `
  INSERT INTO price_samples (item, at, ask, bid, stock)
  SELECT items.id, $1, NULL, NULL, 0 FROM items
  CROSS JOIN LATERAL (SELECT * FROM price_samples WHERE item = items.id ORDER BY at DESC LIMIT 1) AS last
  WHERE (last.ask IS NOT NULL OR last.bid IS NOT NULL OR last.stock > 0)
    AND NOT EXISTS (SELECT FROM unnest($2::text[]) AS named (key) WHERE named.key = items.key)
  ON CONFLICT (item, at) DO UPDATE SET ask = NULL, bid = NULL, stock = 0`;

/** Writes the samples of a moment, epoch ms, some at each step. */
export async function recordPriceSamples(at: number, samples: NewSamples, write: WriteStep): Promise<void> {
  for (let from = 0; from < samples.length; from += ITEMS_PER_STEP) {
    const some = samples.slice(from, from + ITEMS_PER_STEP);
    const columns = [
      some.map(({ key }) => storedText(key)),
      some.map(({ formerKey }) => storedTextOrNull(formerKey)),
      some.map(({ type }) => storedText(type)),
      some.map(({ ask }) => ask),
      some.map(({ bid }) => bid),
      some.map(({ stock }) => stock),
    ];
    await write((db) => db.query(PUT, [at, ...columns]));
  }
  await write((db) => db.query(GONE, [at, samples.map(({ key }) => storedText(key))]));
}
