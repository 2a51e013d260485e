import type { TradePlace } from '../../market/prices/trade-group.ts';
import type { Location, Owner } from '../../market/shops/shop.ts';

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
