import { contentsOf } from '../item/contents.ts';
import type { Identity, Item } from '../item/item.ts';
import { playerKey } from '../player.ts';
import { Catalogue } from '../search/catalogue.ts';
import type { Location, Shop } from './shop.ts';
import { ShopsByPlace } from './shops-by-place.ts';
import { sortInSlices } from './sort-in-slices.ts';
import { inStock, unitPriceOf } from './unit-price.ts';

/** The shops of one item: asks from the cheapest (those in stock first), bids from the highest, other kinds as they came. */
export interface ItemShops {
  readonly identity: Identity;
  readonly asks: Shop[];
  readonly bids: Shop[];
  readonly others: Shop[];
}

/** Every way to find the shops of one snapshot. Filled shop by shop, then sorted once, then only read. */
export class ShopIndex {
  readonly shops: Shop[] = [];
  readonly byPlace: ShopsByPlace;
  readonly byKey = new Map<string, ItemShops>();
  readonly byType = new Map<string, ItemShops[]>();
  /** By the type of what stands in a container, at any depth. */
  readonly byContained = new Map<string, Shop[]>();
  readonly byCanvas = new Map<string, Shop[]>();
  /** By the `playerKey` of the owner's name, and of the uuid. */
  readonly byOwner = new Map<string, Shop[]>();
  readonly ownerNames = new Set<string>();
  readonly worlds = new Set<string>();
  readonly catalogue = new Catalogue();

  /** `size`: shops that it will hold, at most. */
  constructor(size: number) {
    this.byPlace = new ShopsByPlace(this.shops, size);
  }

  /** Takes in a shop; its id must be new. */
  add(shop: Shop): void {
    const { item, owner, location, side } = shop;
    this.byPlace.add(shop, this.shops.push(shop) - 1);
    const group = this.#groupOf(item.identity);
    (side === 'ask' ? group.asks : side === 'bid' ? group.bids : group.others).push(shop);
    append(this.byOwner, playerKey(owner.name), shop);
    append(this.byOwner, playerKey(owner.uuid), shop);
    this.ownerNames.add(owner.name);
    this.worlds.add(location.world);
    this.#noteItem(item, shop);
    if (item.contents.length > 0) this.#addContents(item, shop);
  }

  #addContents(item: Item, shop: Shop): void {
    for (const inner of contentsOf(item)) {
      append(this.byContained, inner.identity.type, shop);
      this.#noteItem(inner, shop);
    }
  }

  /** Brings the shops of each item into their order. */
  *sort(): Generator<void, void> {
    let sorted = 0;
    for (const { asks, bids } of this.byKey.values()) {
      yield* sortInSlices(asks, cheapestFirst);
      yield* sortInSlices(bids, highestFirst);
      sorted += asks.length + bids.length + 1;
      if (sorted < 256) continue;
      sorted = 0;
      yield;
    }
  }

  #groupOf(identity: Identity): ItemShops {
    const known = this.byKey.get(identity.key);
    if (known !== undefined) return known;
    const group: ItemShops = { identity, asks: [], bids: [], others: [] };
    this.byKey.set(identity.key, group);
    const groups = this.byType.get(identity.type);
    if (groups === undefined) this.byType.set(identity.type, [group]);
    else groups.push(group);
    return group;
  }

  #noteItem({ identity, name }: Item, shop: Shop): void {
    this.catalogue.note(identity, name);
    if (identity.variant?.canvas) append(this.byCanvas, identity.variant.canvas, shop);
  }
}

export function placeKey({ x, y, z, world }: Location): string {
  return `${x} ${y} ${z} ${world}`;
}

/** A shop that comes twice in a row (two slots of one box) stands once. */
function append(index: Map<string, Shop[]>, key: string, shop: Shop): void {
  const list = index.get(key);
  if (list === undefined) index.set(key, [shop]);
  else if (list.at(-1) !== shop) list.push(shop);
}

function cheapestFirst(a: Shop, b: Shop): number {
  const stock = Number(inStock(b, b.remaining)) - Number(inStock(a, a.remaining));
  return stock || unitPriceOf(a) - unitPriceOf(b) || a.id - b.id;
}

/** The order of bids. */
export function highestFirst(a: Shop, b: Shop): number {
  return unitPriceOf(b) - unitPriceOf(a) || a.id - b.id;
}
