import { hash } from 'node:crypto';
import { contentsOf } from '../../market/item/contents.ts';
import { type Item, isSameItem } from '../../market/item/item.ts';
import type { TradePlace } from '../../market/prices/trade-group.ts';
import type { Location, Owner } from '../../market/shops/shop.ts';
import { parseRecord, versioned } from './record.ts';
import { isItem, itemUnderCurrentTypes } from './stored-cause.ts';

/** Half a SHA-256 keeps the index small, and no player finds two items that share one. */
const HASH_BYTES = 16;

/** Hashes an item: equal items have equal hashes. */
export function goodsHash(item: Item): Buffer {
  return hash('sha256', JSON.stringify(item), 'buffer').subarray(0, HASH_BYTES);
}

export function writeGoods(item: Item): string {
  return JSON.stringify(versioned(item));
}

/** @throws Unreadable */
export function readGoods(json: string): Item {
  return itemUnderCurrentTypes(parseRecord(json, isItem));
}

/** The types that goods were written under, at any depth. @throws Unreadable */
export function typesWritten(json: string): Set<string> {
  return typesOf(parseRecord(json, isItem));
}

/** Every type that an item is or holds, at any depth. */
export function typesOf(item: Item): Set<string> {
  const types = new Set([item.identity.type]);
  for (const { identity } of contentsOf(item)) types.add(identity.type);
  return types;
}

/** Stacks remembered at most, those in containers included: some 2 MB. */
const MOST_STACKS = 8_192;
/** Goods of one identity, such as full boxes, that are remembered at most: to find one they are gone through. */
const MOST_ALIKE = 16;

interface Numbered {
  readonly item: Item;
  readonly id: number;
}

/** The numbers of the goods that were written or looked up lately. */
export class GoodsNumbers {
  readonly #byKey = new Map<string, Numbered[]>();
  #stacks = 0;

  get(item: Item): number | undefined {
    return this.#byKey.get(item.identity.key)?.find((known) => isSameItem(known.item, item))?.id;
  }

  put(item: Item, id: number): void {
    const stacks = stacksOf(item);
    if (this.#stacks + stacks > MOST_STACKS) this.clear();
    this.#stacks += stacks;
    const known = this.#byKey.get(item.identity.key);
    if (known !== undefined && known.length < MOST_ALIKE) known.push({ item, id });
    else this.#byKey.set(item.identity.key, [{ item, id }]);
  }

  clear(): void {
    this.#byKey.clear();
    this.#stacks = 0;
  }
}

function stacksOf(item: Item): number {
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

/** An owner is known by the uuid; the name may be missing. */
export function placeOf({ owner, owner_name, ...location }: PlaceRow): TradePlace {
  return { location, owner: owner === null ? null : { name: owner_name, uuid: owner } };
}

/** Some 2 MB. */
const MOST_PLACES = 16_384;

/** A place's number, and what is written of it; epoch ms. */
export interface NumberedPlace {
  readonly id: number;
  readonly location: Location;
  readonly owner: Owner | null;
  changedAt: number;
  tradedAt: number | null;
}

/** The numbers of the places that were written or looked up lately. */
export class PlaceNumbers {
  readonly #byHash = new Map<number, NumberedPlace[]>();
  #size = 0;

  get(location: Location, owner: Owner | null): NumberedPlace | undefined {
    return this.#byHash.get(hashOf(location))?.find((place) => isSame(place, location, owner));
  }

  put(place: NumberedPlace): void {
    if (this.#size >= MOST_PLACES) this.clear();
    this.#size += 1;
    const hash = hashOf(place.location);
    const known = this.#byHash.get(hash);
    if (known === undefined) this.#byHash.set(hash, [place]);
    else known.push(place);
  }

  clear(): void {
    this.#byHash.clear();
    this.#size = 0;
  }
}

/** Equal for equal places; that of others is seldom the same. */
function hashOf({ x, y, z }: Location): number {
  return (Math.imul(Math.imul(x, 31) + y, 65_537) + z) | 0;
}

function isSame(place: NumberedPlace, { x, y, z, world }: Location, owner: Owner | null): boolean {
  const { location: at, owner: whose } = place;
  if (at.x !== x || at.z !== z || at.y !== y || at.world !== world) return false;
  return whose?.uuid === owner?.uuid && whose?.name === owner?.name;
}
