import type { DatabaseSync } from 'node:sqlite';
import { stepMsFor, summariseSteps, summariseTrades } from '../src/market/prices/summary.ts';
import type { TradeGroup, TradePlace } from '../src/market/prices/trade-group.ts';
import { worthOf } from '../src/market/prices/worth.ts';
import { DAY_MS } from './trading.ts';

type Row = readonly [at: number, kind: number, count: number, paid: number, ...(number | string | null)[]];

/** Computes the answer of `/price` by reading and adding up every single trade of the days, and of those before. */
export function computeNaively(db: DatabaseSync, type: string, days: number, now: number) {
  const read = db.prepare(
    `SELECT at, kind, count, paid, x, y, z, world, owner, owner_name FROM trades LEFT JOIN places ON places.id = place
     WHERE item = (SELECT id FROM items WHERE type = ?) AND at >= ? AND at <= ?`,
  );
  read.setReturnArrays(true);
  const since = now - days * DAY_MS;
  const all = (read.all(type, since - days * DAY_MS, now) as unknown as Row[]).map(tradeOf);
  const recent = all.filter(({ at }) => at >= since);
  const purchases = recent.filter(({ kind }) => kind === 'purchase');
  return {
    purchases: summariseTrades(purchases),
    sales: summariseTrades(recent.filter(({ kind }) => kind === 'sale')),
    auctions: summariseTrades(recent.filter(({ kind }) => kind === 'auction')),
    before: summariseTrades(all.filter(({ at, kind }) => at < since && kind === 'purchase')),
    worth: worthOf(purchases),
    points: summariseSteps(purchases, since, now, stepMsFor(days)),
  };
}

function tradeOf([at, kind, count, paid, x, y, z, world, owner, ownerName]: Row): TradeGroup {
  const sums = { at, lastAt: at, unitPrice: paid / count, trades: 1, items: count, paid };
  if (world === null) return { key: '', kind: 'auction', place: null, ...sums };
  const location = { x: Number(x), y: Number(y), z: Number(z), world: String(world) };
  const place: TradePlace = { location, owner: { name: String(ownerName), uuid: String(owner) } };
  return { key: '', kind: kind === 1 ? 'purchase' : 'sale', place, ...sums };
}
