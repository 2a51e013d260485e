import type { TradePlace } from '../market/prices/trade-group.ts';

export interface PlaceRow {
  readonly world: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly owner: string | null;
  readonly owner_name: string | null;
}

/** Of an owner, name and id are known, or neither. */
export function placeOf({ owner, owner_name, ...location }: PlaceRow): TradePlace {
  const isKnown = owner !== null && owner_name !== null;
  return { location, owner: isKnown ? { name: owner_name, uuid: owner } : null };
}
