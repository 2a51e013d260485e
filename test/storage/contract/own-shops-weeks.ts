import { createRandom } from '../../../sandbox/economy/random.ts';
import type { Market } from '../../../src/market/market.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import type { Journal, StreamTurn } from '../../../src/ports/journal.ts';
import { DAY_MS, HOUR_MS } from '../../../src/time/durations.ts';
import { ADA, HERE, item, loaded, shop, trade } from '../../market/samples.ts';

export const BOB = { name: 'Bob', uuid: '0a1b2c3d-0000-4000-8000-00000000000b' };
const TYPES = ['SLIME_BLOCK', 'DIRT', 'SAND', 'GLASS'];
const STEP_MS = 6 * HOUR_MS;
const STEPS_A_DAY = DAY_MS / STEP_MS;

/** A trade as the service made it. */
export interface TrueTrade {
  readonly at: number;
  readonly shop: Shop;
  readonly count: number;
  readonly paid: number;
  /** Whether the stream delivered it. */
  readonly isHeard: boolean;
  /** Whether another owner's equal shop stands at the place, so that nobody knows the seller. */
  readonly isUnclear: boolean;
  /** Whether an equal shop of the same owner stands at the place, so that only the owner is known. */
  readonly isOfTwin: boolean;
}

interface Span {
  readonly from: number;
  readonly until: number;
}

/**
 * Weeks of a small market, six hours at a step: trades, then a snapshot with restocks, prices, new shops, other goods
 * and removals. The stream fails and Crier restarts now and then. The true trades are kept apart from the journal.
 */
export class OwnShopsWeeks {
  readonly trades: TrueTrade[] = [];
  /** When the goods of each shop were listed, epoch ms; absent for shops of the first snapshot. */
  readonly listedAt = new Map<number, number>();
  readonly began: number;
  market: Market;
  now: number;
  readonly #ended: Span[] = [];
  readonly #shops = new Map<number, Shop>();
  readonly #random;
  readonly #restart: () => Promise<Journal>;
  #journal: Journal;
  #downSince: number | null = null;
  #nextId = 1;

  constructor(journal: Journal, restart: () => Promise<Journal>, seed: number, began: number) {
    this.#journal = journal;
    this.#restart = restart;
    this.#random = createRandom(seed);
    this.began = began;
    this.now = began;
    for (let x = 0; x < 12; x += 1) this.#open(x, x % 3 === 0 ? BOB : ADA, this.#random.pick(TYPES));
    // Two owners with equal offers at one place, two shops of one owner at another, and two equal ones at a third.
    const glass = { price: 6, item: item('GLASS', { quantity: 2 }) };
    for (const owner of [ADA, BOB]) this.#open(20, owner, 'GLASS', glass);
    for (const type of ['DIRT', 'SAND']) this.#open(21, ADA, type);
    for (const owner of [ADA, ADA]) this.#open(22, owner, 'GLASS', glass);
    this.market = loaded([...this.#shops.values()], null, began).market;
  }

  get journal(): Journal {
    return this.#journal;
  }

  /** The shops as they truly are now. */
  get shops(): readonly Shop[] {
    return [...this.#shops.values()];
  }

  get outages(): readonly Span[] {
    const open = this.#downSince === null ? [] : [{ from: this.#downSince, until: this.now }];
    return [...this.#ended, ...open];
  }

  async pass(days: number): Promise<void> {
    for (let step = 0; step < days * STEPS_A_DAY; step += 1) await this.#step();
  }

  async #step(): Promise<void> {
    const random = this.#random;
    const from = this.now;
    this.now += STEP_MS;
    if (random.chance(0.06)) await this.#turn({ kind: 'down', at: from, why: 'closed-1006' });
    const times = Array.from({ length: random.integer(0, 8) }, () => random.integer(from + 1, this.now - 1));
    const changes = times.sort((a, b) => a - b).flatMap((at) => this.#trade(at));
    await this.#journal.record({ changes, notices: [] });
    if (this.#downSince !== null && random.chance(0.5)) await this.#turn({ kind: 'up', at: this.now });
    this.#edit();
    const { market, changes: found } = loaded([...this.#shops.values()], this.market, this.now);
    await this.#journal.record({ changes: found, notices: [], snapshotAt: this.now });
    this.market = market;
    if (!random.chance(0.05)) return;
    this.#journal = await this.#restart();
    this.market = loaded([...this.#shops.values()], null, this.now).market;
  }

  async #turn(stream: StreamTurn): Promise<void> {
    if (stream.kind === 'down') this.#downSince ??= stream.at;
    else if (this.#downSince !== null) {
      this.#ended.push({ from: this.#downSince, until: stream.at });
      this.#downSince = null;
    }
    await this.#journal.record({ changes: [], notices: [], stream });
  }

  #trade(at: number) {
    const random = this.#random;
    const one = random.pick([...this.#shops.values()]);
    const { location, price, item: goods, side } = one;
    const bundles = random.integer(1, 3);
    const count = bundles * goods.quantity;
    if (side === 'ask' && one.remaining < count) return [];
    if (side === 'ask') this.#shops.set(one.id, { ...one, remaining: one.remaining - count });
    const isHeard = this.#downSince === null;
    const doubt = { isUnclear: location.x === 20, isOfTwin: location.x === 22 };
    this.trades.push({ at, shop: one, count, paid: bundles * price, isHeard, ...doubt });
    if (!isHeard) return [];
    const sign = { amount: goods.quantity, price };
    const kind = side === 'ask' ? ('purchase' as const) : ('sale' as const);
    return [this.market.apply(trade({ kind, at, item: goods, moved: count, paid: bundles * price, sign, location }))];
  }

  /** Changes some shops at the moment of a snapshot, but at the places with two only lets one go in the end. */
  #edit(): void {
    const random = this.#random;
    for (const one of [...this.#shops.values()]) {
      const { id, location } = one;
      if (location.x === 21 && one.item.identity.type === 'SAND' && this.now - this.began > 26 * DAY_MS) {
        this.#shops.delete(id);
        continue;
      }
      if (one.remaining < 6 && random.chance(0.3)) this.#shops.set(id, { ...one, remaining: 40 });
      if (location.x >= 20) continue;
      if (random.chance(0.01)) this.#shops.set(id, { ...one, price: random.integer(1, 9) });
      else if (one.remaining > 5 && random.chance(0.002)) {
        const type = random.pick(TYPES.filter((other) => other !== one.item.identity.type));
        this.#shops.set(id, { ...one, item: item(type, { quantity: one.item.quantity }) });
        this.listedAt.set(id, this.now);
      } else if (one.remaining > 5 && random.chance(0.004)) {
        const side = one.side === 'ask' ? 'bid' : 'ask';
        this.#shops.set(id, shop(id, { ...one, side, kind: side === 'ask' ? 'SELLING' : 'BUYING' }));
        this.listedAt.set(id, this.now);
      } else if (random.chance(0.001)) this.#shops.delete(id);
    }
    if (random.chance(0.05))
      this.listedAt.set(this.#open(100 + this.#nextId, ADA, random.pick(TYPES), { remaining: 60 }), this.now);
  }

  #open(x: number, owner: Shop['owner'], type: string, more: Partial<Shop> = {}): number {
    const random = this.#random;
    const id = this.#nextId;
    this.#nextId += 1;
    const goods = item(type, { quantity: random.integer(1, 3) });
    const side = random.chance(0.2) && x < 20 ? 'bid' : 'ask';
    const offer = { price: random.integer(1, 9), remaining: random.integer(0, 80), side } as const;
    this.#shops.set(id, shop(id, { owner, location: { ...HERE, x }, item: goods, ...offer, ...more }));
    return id;
  }
}
