import { displayNameOf } from './catalogue.ts';
import type { AuctionEvent, EconomyEvent, Item, Shop, TransactionEvent } from './domain.ts';
import { createFounder } from './founding.ts';
import { createRandom } from './random.ts';
import { createShopRegister } from './shop-register.ts';
import { type Happening, takeStep } from './step.ts';

/** A stack to be made: what is left out is made plain. */
export type ItemSpec = Pick<Item, 'type'> & Partial<Item>;

/** A shop to be listed: what is left out is made up. */
export type ShopSpec = Partial<Omit<Shop, 'id' | 'item'>> & { readonly item?: ItemSpec };

export interface EconomyOptions {
  readonly seed: number;
  /** How many shops there are at first; 20,000 if not told. */
  readonly shops?: number;
  /** Epoch milliseconds for the events; the wall clock if not told. */
  readonly now?: () => number;
}

/** A simulated market: the truth the service publishes, steered by tests and by `step`. Unknown shop ids throw RangeError. */
export interface Economy {
  /** Grows with every change a snapshot would show. */
  readonly version: number;
  /** Grows with every change of the bans. */
  readonly bansVersion: number;
  /** The canvas ids of the paintings in the market. */
  readonly canvases: readonly string[];
  shops(): readonly Shop[];
  shop(id: number): Shop | undefined;
  bannedPaintings(): readonly string[];
  /** Lets one plausible thing happen; the same seed and calls bring the same things. */
  step(): Happening;
  /** Somebody buys at a SELLING shop: its stock falls. Throws RangeError if the stock is too small. */
  buy(shopId: number, bundles?: number): TransactionEvent;
  /** Somebody sells at a BUYING shop: its stock rises. */
  sell(shopId: number, bundles?: number): TransactionEvent;
  auction(lot: { item: ItemSpec; amount: number; finalBid: number }): AuctionEvent;
  list(shop?: ShopSpec): Shop;
  /** Puts in (or, if negative, takes out) so many items, not below 0. */
  restock(shopId: number, items: number): Shop;
  setPrice(shopId: number, price: number): Shop;
  remove(shopId: number): void;
  banPainting(canvasId: string): void;
  unban(canvasId: string): void;
  /** Tells of every auction and trade; the answer ends it. */
  onEvent(listener: (event: EconomyEvent) => void): () => void;
}

/** Founds a market; the same seed and count give the same shops. */
export function createEconomy({ seed, shops = 20_000, now = Date.now }: EconomyOptions): Economy {
  const random = createRandom(seed);
  const founder = createFounder(random);
  const register = createShopRegister();
  for (let opened = 0; opened < shops; opened++) register.add(founder.openShop());
  const banned = new Set(founder.canvases.filter(() => random.chance(0.04)));
  const listeners = new Set<(event: EconomyEvent) => void>();
  let bansVersion = 1;

  function tell<Event extends EconomyEvent>(event: Event): Event {
    for (const listener of listeners) listener(event);
    return event;
  }

  function trade(shopId: number, bundles: number, type: 'SELLING' | 'BUYING'): TransactionEvent {
    if (!Number.isInteger(bundles) || bundles < 1) throw new RangeError(`${bundles} is no number of bundles`);
    const shop = register.get(shopId);
    if (shop.type !== type) throw new RangeError(`shop ${shopId} is ${shop.type}, not ${type}`);
    const moved = shop.item.quantity * bundles;
    const remaining = shop.remaining + (type === 'SELLING' ? -moved : moved);
    if (remaining < 0) throw new RangeError(`shop ${shopId} has only ${shop.remaining} items`);
    const direction = type === 'SELLING' ? 'buyFromShop' : 'sellToShop';
    const after = register.change(shopId, { remaining });
    return tell({ kind: 'transaction', at: now(), direction, shop: after, moved, paid: shop.price * bundles });
  }

  const economy: Economy = {
    get version() {
      return register.version;
    },
    get bansVersion() {
      return bansVersion;
    },
    canvases: founder.canvases,
    shops: () => register.all(),
    shop: (id) => register.find(id),
    bannedPaintings: () => [...banned],
    step: () => takeStep(economy, random),
    buy: (shopId, bundles = 1) => trade(shopId, bundles, 'SELLING'),
    sell: (shopId, bundles = 1) => trade(shopId, bundles, 'BUYING'),
    auction: ({ item, amount, finalBid }) => tell({ kind: 'auction', at: now(), item: makeItem(item), amount, finalBid }),
    list({ item, ...rest } = {}) {
      const madeUp = founder.openShop();
      return register.add({ ...madeUp, ...rest, item: item ? makeItem(item) : madeUp.item });
    },
    restock: (shopId, items) =>
      register.change(shopId, { remaining: Math.max(0, register.get(shopId).remaining + items) }),
    setPrice: (shopId, price) => register.change(shopId, { price }),
    remove: (shopId) => register.remove(shopId),
    banPainting(canvasId) {
      banned.add(canvasId);
      bansVersion += 1;
    },
    unban(canvasId) {
      banned.delete(canvasId);
      bansVersion += 1;
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return economy;
}

function makeItem(spec: ItemSpec): Item {
  return { quantity: 1, name: displayNameOf(spec.type), snbt: '{}', ...spec };
}
