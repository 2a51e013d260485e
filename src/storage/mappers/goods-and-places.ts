import { hash } from 'node:crypto';
import { contentsOf } from '../../market/item/contents.ts';
import { type Item, isSameItem } from '../../market/item/item.ts';
import type { TradePlace } from '../../market/prices/trade-group.ts';
import type { Location, Owner } from '../../market/shops/shop.ts';
import { parseRecord, withVersion } from './record.ts';
import { isItem, itemUnderCurrentTypes } from './stored-cause.ts';

/** Half a SHA-256: the index stays small, and no player can find two items with the same hash. */
const HASH_BYTES = 16;

/** Returns the hash of an item. Equal items have equal hashes. */
export function goodsHash(item: Item): Buffer {
  return hash('sha256', JSON.stringify(item), 'buffer').subarray(0, HASH_BYTES);
}

export function writeGoods(item: Item): string {
  return JSON.stringify(withVersion(item));
}

/** @throws Unreadable */
export function readGoods(json: string): Item {
  return itemUnderCurrentTypes(parseRecord(json, isItem));
}

/**
 * Returns the types that goods were stored under, at any depth.
 * @throws Unreadable
 */
export function typesStoredIn(json: string): Set<string> {
  return typesOf(parseRecord(json, isItem));
}

/** Returns the types of an item and of everything in it, at any depth. */
export function typesOf(item: Item): Set<string> {
  const types = new Set([item.identity.type]);
  for (const { identity } of contentsOf(item)) types.add(identity.type);
  return types;
}

/** Limits the cached stacks, including those in containers, to about 2 MB. */
const MOST_CACHED_STACKS = 8_192;
/** Limits the cached goods that share an identity, such as filled boxes, because a lookup scans them all. */
const MOST_PER_IDENTITY = 16;

interface GoodsId {
  readonly item: Item;
  readonly id: number;
}

/** Caches the ids of goods that were written or looked up lately. */
export class GoodsIds {
  readonly #byKey = new Map<string, GoodsId[]>();
  #stacks = 0;

  get(item: Item): number | undefined {
    return this.#byKey.get(item.identity.key)?.find((known) => isSameItem(known.item, item))?.id;
  }

  put(item: Item, id: number): void {
    const stacks = countStacks(item);
    if (this.#stacks + stacks > MOST_CACHED_STACKS) this.clear();
    this.#stacks += stacks;
    const known = this.#byKey.get(item.identity.key);
    if (known !== undefined && known.length < MOST_PER_IDENTITY) known.push({ item, id });
    else this.#byKey.set(item.identity.key, [{ item, id }]);
  }

  clear(): void {
    this.#byKey.clear();
    this.#stacks = 0;
  }
}

function countStacks(item: Item): number {
  let stacks = 1;
  for (const _ of contentsOf(item)) stacks += 1;
  return stacks;
}

export interface PlaceRow {
  readonly world: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly owner: string | null;
  readonly owner_name: string | null;
}

/** An owner is identified by the uuid; the name may be missing. */
export function readPlace({ owner, owner_name, ...location }: PlaceRow): TradePlace {
  return { location, owner: owner === null ? null : { name: owner_name, uuid: owner } };
}

/** Limits the cached places to about 2 MB. */
const MOST_CACHED_PLACES = 16_384;

/** A place's id and its stored columns; times in epoch ms. */
export interface PlaceId {
  readonly id: number;
  readonly location: Location;
  readonly owner: Owner | null;
  changedAt: number;
  tradedAt: number | null;
}

/** Caches the ids of places that were written or looked up lately. */
export class PlaceIds {
  readonly #byHash = new Map<number, PlaceId[]>();
  #size = 0;

  get(location: Location, owner: Owner | null): PlaceId | undefined {
    return this.#byHash.get(placeBucket(location))?.find((place) => matchesPlace(place, location, owner));
  }

  put(place: PlaceId): void {
    if (this.#size >= MOST_CACHED_PLACES) this.clear();
    this.#size += 1;
    const hash = placeBucket(place.location);
    const known = this.#byHash.get(hash);
    if (known === undefined) this.#byHash.set(hash, [place]);
    else known.push(place);
  }

  clear(): void {
    this.#byHash.clear();
    this.#size = 0;
  }
}

/** Equal for equal places, and seldom equal for different ones. */
function placeBucket({ x, y, z }: Location): number {
  return (Math.imul(Math.imul(x, 31) + y, 65_537) + z) | 0;
}

function matchesPlace(place: PlaceId, { x, y, z, world }: Location, owner: Owner | null): boolean {
  const { location: at, owner: placeOwner } = place;
  if (at.x !== x || at.z !== z || at.y !== y || at.world !== world) return false;
  return placeOwner?.uuid === owner?.uuid && placeOwner?.name === owner?.name;
}
