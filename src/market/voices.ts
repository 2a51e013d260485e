import { Clusters } from './clusters.ts';
import type { Location, Owner } from './shop.ts';
import { placeKey } from './shop-index.ts';
import type { TradeGroup } from './trade-group.ts';

/** The trades of all shops that count as one in what an item is worth. */
export type Voice = readonly TradeGroup[];

/** Shops so near to each other, straight and horizontally, count as one voice. */
export const NEAR_BLOCKS = 16;

interface Stall {
  readonly location: Location;
  readonly owners: Set<string>;
  readonly groups: Voice[];
}

/**
 * Who tells a price. Shops of one owner are one voice, and so are shops within 16 blocks, from one to the next: friends and
 * second accounts build side by side. Places of which nobody knows the owner are one voice together, or who builds and
 * removes shops between two snapshots could speak with fifty. Trades without a place (every auction) have none.
 * `ownerAt`: whose shop stands there today, for trades that were noted without an owner.
 */
export function voicesOf(
  groups: readonly TradeGroup[],
  ownerAt: (location: Location) => Owner | null = () => null,
): readonly Voice[] {
  const stalls = stallsOf(groups, ownerAt);
  const clusters = new Clusters(stalls.length);
  joinOwners(stalls, clusters);
  joinNeighbours(stalls, clusters);
  joinUnknown(stalls, clusters);
  const voices = Map.groupBy(stalls.keys(), (stall) => clusters.of(stall));
  return [...voices.values()].map((members) => members.flatMap((stall) => stalls[stall]?.groups.flat() ?? []));
}

function stallsOf(groups: readonly TradeGroup[], ownerAt: (location: Location) => Owner | null): readonly Stall[] {
  const stalls = new Map<string, Stall>();
  const atShops = groups.filter(({ kind }) => kind !== 'auction');
  // Groups share their places: by these first, as a key for each group costs more than all the rest.
  for (const [place, there] of Map.groupBy(atShops, (group) => group.place)) {
    if (place === null) continue;
    const { location, owner } = place;
    const key = placeKey(location);
    const stall = stalls.get(key) ?? { location, owners: new Set(), groups: [] };
    stalls.set(key, stall);
    stall.groups.push(there);
    if (owner !== null) stall.owners.add(owner.uuid);
  }
  for (const { location, owners } of stalls.values()) {
    const today = owners.size === 0 ? ownerAt(location) : null;
    if (today !== null) owners.add(today.uuid);
  }
  return [...stalls.values()];
}

function joinOwners(stalls: readonly Stall[], clusters: Clusters): void {
  const firstOf = new Map<string, number>();
  for (const [stall, { owners }] of stalls.entries()) {
    for (const owner of owners) {
      clusters.join(stall, firstOf.get(owner) ?? stall);
      firstOf.set(owner, clusters.of(stall));
    }
  }
}

/** Looks only into the nine squares of 16 blocks where a neighbour can be. */
function joinNeighbours(stalls: readonly Stall[], clusters: Clusters): void {
  const squares = new Map<string, number[]>();
  for (const [stall, { location }] of stalls.entries()) {
    for (const square of squaresAround(location)) {
      for (const other of squares.get(square) ?? []) {
        const there = stalls[other]?.location;
        if (there && Math.hypot(there.x - location.x, there.z - location.z) <= NEAR_BLOCKS) clusters.join(stall, other);
      }
    }
    const own = squareAt(location, 0, 0);
    const members = squares.get(own);
    if (members === undefined) squares.set(own, [stall]);
    else members.push(stall);
  }
}

function squaresAround(location: Location): readonly string[] {
  return [-1, 0, 1].flatMap((east) => [-1, 0, 1].map((south) => squareAt(location, east, south)));
}

function squareAt({ x, z, world }: Location, east: number, south: number): string {
  return `${Math.floor(x / NEAR_BLOCKS) + east} ${Math.floor(z / NEAR_BLOCKS) + south} ${world}`;
}

function joinUnknown(stalls: readonly Stall[], clusters: Clusters): void {
  const known = new Set(
    [...stalls.entries()].flatMap(([stall, { owners }]) => (owners.size > 0 ? [clusters.of(stall)] : [])),
  );
  const unknown = [...stalls.keys()].filter((stall) => !known.has(clusters.of(stall)));
  for (const stall of unknown) clusters.join(stall, unknown[0] ?? stall);
}
