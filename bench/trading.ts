import type { DatabaseSync } from 'node:sqlite';
import type { Change } from '../src/market/change.ts';
import { identify } from '../src/market/item/identity.ts';
import type { Item } from '../src/market/item/item.ts';
import type { Market } from '../src/market/market.ts';
import { loadMarket } from '../src/market/shops/load.ts';
import type { Shop } from '../src/market/shops/shop.ts';
import type { Journal } from '../src/ports/journal.ts';
import { sequence, zipf } from './random.ts';

// A market of 500 items and 400 places of shops, in pairs, with trades of 400 days. Few items and places are busy.

export const DAY_MS = 24 * 3_600_000;
const SPAN_MS = 400 * DAY_MS;
const BEGAN = Date.UTC(2025, 0, 1);
export const ENDED = BEGAN + SPAN_MS;

const ITEMS = 500;
const PLACES = 400;
const CHUNK = 20_000;

export const items = Array.from({ length: ITEMS }, (_, at) => itemOf(`ITEM_${at}`));
export const [busiest = itemOf('')] = items;
const owners = Array.from({ length: PLACES }, (_, at) => ({ name: `Player${at}`, uuid: `uuid-${at}` }));
const random = sequence(11);
/** Exponents that give the busiest of the 500 items 12 % of all trades, and the busiest of its places 9 % of these. */
export const drawItem = zipf(ITEMS, 0.94, random);
const drawPlace = zipf(PLACES, 0.8, random);

/** Writes `trades` trades and auctions, as the pipeline would. */
export async function trade(journal: Pick<Journal, 'record'>, trades: number): Promise<void> {
  for (let written = 0; written < trades; written += CHUNK) {
    const changes = Array.from({ length: CHUNK }, (_, at) => changeAt(BEGAN + ((written + at) / trades) * SPAN_MS));
    await journal.record({ changes, notices: [] });
  }
}

/** A trade or auction at a moment, epoch ms. */
export function changeAt(moment: number): Change {
  const at = Math.floor(moment);
  const which = drawItem();
  const item = items[which] ?? busiest;
  const count = 1 + Math.floor(random() * 8);
  if (random() < 0.05) {
    const finalBid = 5 + Math.floor(random() * 60);
    return { kind: 'auctioned', at, auction: { kind: 'auction', at, item, sold: count, finalBid } };
  }
  const shop = shopAt(drawPlace(), which, at);
  const { location, price } = shop;
  const kind = shop.side === 'ask' ? 'purchase' : 'sale';
  const sign = { amount: 1, price };
  return { kind: 'traded', at, trade: { kind, at, item, moved: count, paid: count * price, sign, location }, shop };
}

/** The shop of an item at a place. Its price holds for about ten days, up to a quarter off the usual one. */
function shopAt(place: number, which: number, at: number): Shop {
  const usual = 20 + (which % 60);
  const mood = (which * 7 + place * 13 + Math.floor((at - BEGAN) / (10 * DAY_MS)) * 5) % 23;
  const side =
    place % 4 === 0 ? ({ side: 'bid', kind: 'BUYING' } as const) : ({ side: 'ask', kind: 'SELLING' } as const);
  return {
    id: place * ITEMS + which,
    owner: owners[place % PLACES] ?? { name: '', uuid: '' },
    location: { x: Math.floor(place / 2) * 32 + (place % 2) * 9, y: 64, z: -place, world: 'world' },
    ...side,
    price: Math.round(usual * (0.75 + mood / 46)),
    remaining: 64,
    item: items[which] ?? busiest,
  };
}

/** Samples the best offers of each item four times a day, for `days` days. */
export async function sampleDays(journal: Pick<Journal, 'recordPriceSamples'>, days: number): Promise<void> {
  for (let quarter = -4 * days; quarter < 0; quarter++) {
    const at = ENDED + (quarter * DAY_MS) / 4;
    const samples = items.map(({ identity }, which) => {
      const { price } = shopAt(41 + (quarter % 40), which, at);
      return { key: identity.key, type: identity.type, formerKey: null, ask: price, bid: price - 1, stock: 640 };
    });
    await journal.recordPriceSamples(at, samples);
  }
}

/** Returns a market of `shops` shops at the end of the period. */
export function marketOf(shops: number): Market {
  const all = Array.from({ length: shops }, (_, id) => ({ ...shopAt(drawPlace(), drawItem(), ENDED), id }));
  const loading = loadMarket(null, { takenAt: ENDED, shops: all });
  for (;;) {
    const step = loading.next();
    if (step.done) return step.value.market;
  }
}

/** The size of some tables in the file, with their indexes. */
export function tableBytes(db: DatabaseSync, tables: readonly string[]): number {
  const pages = db.prepare(
    'SELECT sum(pgsize) AS bytes FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = ?)',
  );
  return tables.reduce((sum, table) => sum + Number(pages.get(table)?.bytes), 0);
}

function itemOf(type: string): Item {
  return { identity: identify(type), quantity: 1, name: type, contents: [] };
}
