import type { Auction, Trade } from '../../src/market/change.ts';
import { identify } from '../../src/market/item/identity.ts';
import type { Identity, Item } from '../../src/market/item/item.ts';
import { itemName } from '../../src/market/item/item-name.ts';
import type { Market } from '../../src/market/market.ts';
import { loadMarket } from '../../src/market/shops/load.ts';
import type { Shop } from '../../src/market/shops/shop.ts';

export const HERE = { x: 1, y: 64, z: -3, world: 'world' };
export const ADA = { name: 'Ada', uuid: '0a1b2c3d-0000-4000-8000-00000000000a' };

export function item(of: string | Identity, more: Partial<Item> = {}): Item {
  const identity = typeof of === 'string' ? identify(of) : of;
  return { identity, quantity: 1, name: itemName(identity.type), contents: [], ...more };
}

/** Returns an ask for a slime block at 4 diamonds, 64 in stock. */
export function shop(id: number, more: Partial<Shop> = {}): Shop {
  const side = more.side === undefined ? 'ask' : more.side;
  const kind = side === 'ask' ? 'SELLING' : side === 'bid' ? 'BUYING' : 'TRADING';
  const defaults = { owner: ADA, location: HERE, price: 4, remaining: 64, item: item('SLIME_BLOCK') };
  return { id, kind, ...defaults, ...more, side };
}

/** Returns a purchase of three slime blocks for 12 diamonds. */
export function trade(more: Partial<Trade> = {}): Trade {
  const of = more.item ?? item('SLIME_BLOCK');
  return { kind: 'purchase', at: 5_000, moved: 3, paid: 12, sign: null, location: HERE, ...more, item: of };
}

export function auction(of: Item): Auction {
  return { kind: 'auction', at: 5_000, item: of, sold: 1, finalBid: 9 };
}

/** Loads a snapshot without yielding to the event loop. */
export function loaded(shops: readonly Shop[], previous: Market | null = null, takenAt = 1_000) {
  return atOnce(loadMarket(previous, { takenAt, shops }));
}

/** Runs a generator to its end without yielding to the event loop. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

export function marketOf(...shops: readonly Shop[]): Market {
  return loaded(shops).market;
}
