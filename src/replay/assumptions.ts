import type { StockUnit } from '../market/shops/stock.ts';
import type { StockCase } from '../market/shops/stock-evidence.ts';
import { Assumption } from './tally.ts';

/** Kinds of shops that a client of the service knows. */
const SHOP_TYPES: readonly unknown[] = ['SELLING', 'BUYING', 'FROZEN'];
const WIRE_TRADE_TYPES: readonly unknown[] = ['buyFromShop', 'sellToShop'];
const WIRE_EVENTS: readonly unknown[] = ['auctionComplete', 'shopTransaction', 'ping'];
/** Pings come every 15 s; the network may delay one. */
const PING_MS = { least: 10_000, most: 20_000 };
/** Tolerance for decimals, which are binary on the wire. */
const PAID_TOLERANCE = 1e-6;

/** Crier's assumptions about the service, checked against a recording: each with how often it held. */
export class Assumptions {
  readonly #helloFirst = new Assumption('the first frame of a connection is hello');
  readonly #pings = new Assumption('pings come 10 to 20 s apart');
  readonly #events = new Assumption('event is auctionComplete, shopTransaction or ping');
  readonly #tradeTypes = new Assumption('a trade is buyFromShop or sellToShop');
  readonly #paid = new Assumption('currencyAmount = itemPrice × totalAmount / item.quantity');
  readonly #multiple = new Assumption('totalAmount is a multiple of item.quantity');
  readonly #sold = new Assumption('an auction has data.amount, 1 or more');
  readonly #shopTypes = new Assumption('a shop is SELLING, BUYING or FROZEN');
  readonly #remaining = new Assumption('remaining is a whole number, -1 or more');
  readonly #unit: StockUnit;
  readonly #stockUnit: Assumption;
  readonly #ownerNames = new Assumption('a shop has its owner’s name');
  readonly #ids = new Assumption('an id comes once in a snapshot');
  readonly #places = new Assumption('one shop at a place');
  #isFirst = false;
  #pingAt: number | null = null;

  /** @param unit the recording's STOCK_UNIT */
  constructor(unit: StockUnit) {
    this.#unit = unit;
    this.#stockUnit = new Assumption(`remaining counts ${unit}, by trades between snapshots`);
  }

  get all(): readonly Assumption[] {
    const stream = [this.#helloFirst, this.#pings, this.#events];
    const trades = [this.#tradeTypes, this.#paid, this.#multiple, this.#sold];
    const shops = [this.#shopTypes, this.#remaining, this.#stockUnit, this.#ownerNames, this.#ids, this.#places];
    return [...stream, ...trades, ...shops];
  }

  opened(): void {
    this.#isFirst = true;
    this.#pingAt = null;
  }

  /** @param kind the frame's kind as the reader sees it */
  frame(at: number, text: string, kind: string): void {
    if (this.#isFirst) this.#helloFirst.check(kind === 'hello', () => text);
    this.#isFirst = false;
    if (kind !== 'ping') return;
    const before = this.#pingAt;
    this.#pingAt = at;
    if (before === null) return;
    const waitMs = at - before;
    this.#pings.check(waitMs >= PING_MS.least && waitMs <= PING_MS.most, () => `${waitMs / 1000} s`);
  }

  /** Checks an event as the service sent it. */
  event(value: object): void {
    const event = wireField(value, 'event');
    const data = wireField(value, 'data');
    const text = () => JSON.stringify(data) ?? '';
    if (event !== undefined) this.#events.check(WIRE_EVENTS.includes(event), () => JSON.stringify(event));
    if (event === 'auctionComplete') this.#sold.check(Number(wireField(data, 'amount')) >= 1, text);
    if (event !== 'shopTransaction') return;
    this.#tradeTypes.check(WIRE_TRADE_TYPES.includes(wireField(data, 'type')), text);
    const moved = wireField(data, 'totalAmount');
    const bundle = wireField(wireField(data, 'item'), 'quantity');
    const [paid, price] = [wireField(data, 'currencyAmount'), wireField(data, 'itemPrice')];
    if (typeof moved !== 'number' || typeof bundle !== 'number' || bundle <= 0) return;
    const figures = () => `paid ${paid}, sign ${price} for ${bundle}, moved ${moved}`;
    this.#multiple.check(moved % bundle === 0, figures);
    if (typeof paid !== 'number' || typeof price !== 'number') return;
    const expected = (price * moved) / bundle;
    this.#paid.check(Math.abs(paid - expected) <= PAID_TOLERANCE * Math.max(1, paid, expected), figures);
  }

  /** Checks shops whose stock, in one of the two units, fell between two snapshots by the bought count. */
  stockCases(cases: readonly StockCase[]): void {
    for (const { owner, fits } of cases)
      this.#stockUnit.check(fits === this.#unit, () => `${fits} at a shop of ${owner}`);
  }

  /** Checks the records of one snapshot as the service sent them. */
  snapshot(records: Iterable<unknown>): void {
    const ids = new Set<unknown>();
    const places = new Map<string, number>();
    for (const record of records) {
      const text = () => JSON.stringify(record) ?? '';
      this.#shopTypes.check(SHOP_TYPES.includes(wireField(record, 'type')), () => String(wireField(record, 'type')));
      const remaining = wireField(record, 'remaining') ?? wireField(record, 'remainingStock');
      this.#remaining.check(Number.isInteger(remaining) && Number(remaining) >= -1, () => `remaining ${remaining}`);
      this.#ownerNames.check(typeof wireField(wireField(record, 'owner'), 'name') === 'string', text);
      const id = wireField(record, 'id');
      this.#ids.check(!ids.has(id), () => `id ${id}`);
      ids.add(id);
      const location = wireField(record, 'location');
      const place = ['world', 'x', 'y', 'z'].map((name) => wireField(location, name)).join(' ');
      places.set(place, (places.get(place) ?? 0) + 1);
    }
    for (const [place, shops] of places) this.#places.check(shops === 1, () => `${shops} shops at ${place}`);
  }
}

/** Returns a field of a value, or undefined if the value is no object or has no such field. */
export function wireField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
