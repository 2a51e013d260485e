/** Parts of a filter whose absence from the list of shops is shown. */
export const ABSENT_PARTS = ['owner', 'world', 'item'] as const;
export type AbsentPart = (typeof ABSENT_PARTS)[number];

/**
 * An owner, world or item type that was in the list of shops and has left it; times in epoch ms.
 * `of`: the uuid or name of the owner, the world or the type; `toldAt`: when its maker was notified; `backAt`: since when it is
 * in the list again. One that is back for less than a day and leaves again is the same absence.
 */
export interface Absence {
  readonly of: string;
  readonly since: number;
  readonly toldAt?: number;
  readonly backAt?: number;
}

export type Absences = { readonly [part in AbsentPart]?: Absence };
