import type { Auction, Change, Trade } from '../../../../src/market/change.ts';
import type { Item } from '../../../../src/market/item/item.ts';
import type { Shop } from '../../../../src/market/shops/shop.ts';
import type { JournalEntry } from '../../../../src/ports/journal.ts';
import type { Routed, Target } from '../../../../src/routing/notice.ts';

export const channel: Target = { kind: 'channel', id: '200' };
export const person: Target = { kind: 'user', id: '400' };

const PLAIN = { enchantments: [], potion: null, canvas: null, customName: null };

export function item(type = 'SLIME_BLOCK', key = '00000000000000a1'): Item {
  return { identity: { key, type, variant: PLAIN }, quantity: 1, name: 'Slime "Block" 🧱', contents: [] };
}

export function shop(id = 7): Shop {
  return {
    id,
    owner: { name: 'Ada', uuid: '00000000-0000-0000-0000-000000000001' },
    location: { x: 1, y: 64, z: -3, world: 'world' },
    side: 'ask',
    kind: 'SELLING',
    price: 4,
    remaining: 64,
    item: item(),
  };
}

export function purchase(at: number, of: Item = item(), paid = 12): Trade {
  return { kind: 'purchase', at, item: of, moved: 3, paid, sign: null, location: shop().location };
}

export function auction(at: number, of: Item = item()): Auction {
  return { kind: 'auction', at, item: of, sold: 2, finalBid: 9 };
}

export function traded(at: number, of: Item = item()): Change {
  return { kind: 'traded', at, trade: purchase(at, of), shop: shop() };
}

export function auctioned(at: number, of: Item = item()): Change {
  return { kind: 'auctioned', at, auction: auction(at, of) };
}

export function routed(change: Change, target: Target = channel, sources = ['f1'], dueAt = change.at): Routed {
  return { target, cause: { kind: 'change', change }, subscriptionIds: sources, dueAt };
}

/** A purchase and one notice of it. */
export function entry(at: number, target: Target = channel, sources = ['f1']): JournalEntry {
  const change = traded(at);
  return { changes: [change], notices: [routed(change, target, sources)] };
}

export function streamDown(at: number, why: string): JournalEntry {
  return { changes: [], notices: [], stream: { kind: 'down', at, why } };
}

export function streamUp(at: number): JournalEntry {
  return { changes: [], notices: [], stream: { kind: 'up', at } };
}
