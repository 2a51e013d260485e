/** Parts of a filter that Crier watches for: it notifies the maker when one is no longer in the list of shops. */
export const ABSENT_PARTS = ['owner', 'world', 'item'] as const;
export type AbsentPart = (typeof ABSENT_PARTS)[number];

/**
 * An owner, world or item type that was in the list of shops and has left it; times in epoch ms. If it is back for less
 * than a day and leaves again, the same absence goes on.
 */
export interface Absence {
  /** The uuid or name of the owner, the world, or the type. */
  readonly of: string;
  readonly since: number;
  /** Time at which the maker was notified. */
  readonly toldAt?: number;
  /** Time since which it is in the list again. */
  readonly backAt?: number;
}

export type Absences = { readonly [part in AbsentPart]?: Absence };
