/** What an item is enchanted with: `id` without namespace (`sharpness`), `level` from 1. */
export interface Enchantment {
  readonly id: string;
  readonly level: number;
}

/**
 * What makes people price two items of one type separately. All empty: the plain item.
 * `canvas` is a painting's id, `<author_uuid>_<integer>`; `customName` is text that a player wrote.
 */
export interface Variant {
  readonly enchantments: readonly Enchantment[];
  readonly potion: string | null;
  readonly canvas: string | null;
  readonly customName: string | null;
}

/**
 * What people price separately: the type and the variant. `variant` null: unknown (the service left the SNBT of an
 * out-of-stock shop away); such an item is never priced nor matched as plain. `key`: 16 hex digits, the same for equal
 * identities in every run and every revision; an unknown variant has a key of its own for each type.
 */
export interface Identity {
  readonly key: string;
  readonly type: string;
  readonly variant: Variant | null;
}

/** `quantity`: items in one bundle, at least 1. `name`: the display name, data of players. `contents`: without empty slots. */
export interface Item {
  readonly identity: Identity;
  readonly quantity: number;
  readonly name: string;
  readonly contents: readonly Item[];
}

/** An item as a person names it in an option: a bare `type` (every variant), or one variant by its `key` too. `label`: its name then. */
export interface ItemChoice {
  readonly type: string;
  readonly key?: string;
  readonly label?: string;
}
