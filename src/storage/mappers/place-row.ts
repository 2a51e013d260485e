import type { TradePlace } from '../../market/prices/trade-group.ts';

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
