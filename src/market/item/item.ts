/** An enchantment: `id` without namespace (`sharpness`), `level` from 1. */
export interface Enchantment {
  readonly id: string;
  readonly level: number;
}

/**
 * One property of an item, such as `{ name: 'flight', value: '2' }`. `name` is that of a row in `traits.ts`; `value` is
 * canonical, the same in every version of the game. A value may be players' text.
 */
export interface Trait {
  readonly name: string;
  readonly value: string;
}

/**
 * The traits by which players price two items of one type separately. The plain item has none. `canvas` is a painting's
 * id, `<author_uuid>_<integer>`. `customName` is a name that a player gave and that splits the price. `traits` are all
 * further traits that split the price, in the order of their table; absent where there are none, so that stored rows
 * and their hashes of earlier versions stay as they are. `shown` are traits that are shown and split nothing: two
 * identities with one key may differ in it. Read both with `traitOf`.
 */
export interface Variant {
  readonly enchantments: readonly Enchantment[];
  readonly potion: string | null;
  readonly canvas: string | null;
  readonly customName: string | null;
  readonly traits?: readonly Trait[];
  readonly shown?: readonly Trait[];
}

/**
 * A kind of goods that players price separately: the type and the variant. `variant` null: unknown (the service left
 * the SNBT of an out-of-stock shop away); such an item is never priced nor matched as plain. `key`: 16 hex digits, the
 * same for equal identities in every run and every revision; an unknown variant has a key of its own for each type.
 * `formerKey`: the key that Crier up to 0.3.0 gave the same SNBT, present only where it differs from `key`. A stored
 * watch, feed or trade with that key means this identity too. `renamedKeys`: its keys under the names that the game gave
 * the type before, present only where it had others. `type` is the present name.
 */
export interface Identity {
  readonly key: string;
  readonly formerKey?: string;
  readonly renamedKeys?: readonly string[];
  readonly type: string;
  readonly variant: Variant | null;
}

/**
 * Facts that lower or raise the price of one item without making it another kind of goods. `signedBy`: players' text.
 */
export interface Condition {
  readonly damaged?: true;
  readonly signedBy?: string;
}

/**
 * `quantity`: items in one bundle, at least 1. `name`: the display name, data of players. `contents`: without empty
 * slots. `condition`: absent where the item is neither damaged nor signed.
 */
export interface Item {
  readonly identity: Identity;
  readonly quantity: number;
  readonly name: string;
  readonly contents: readonly Item[];
  readonly condition?: Condition;
}

/**
 * An item as a person names it in an option: a bare `type` (every variant), or one variant by its `key` too. `label`:
 * its name then. `isFormer`: the key is one of Crier up to 0.3.0, and the choice means all kinds that it has been split
 * into. `splitReported`: its owner has read so. `renamedKeys`: those of the identity, where history is asked for.
 */
export interface ItemChoice {
  readonly type: string;
  readonly key?: string;
  readonly isFormer?: true;
  readonly splitReported?: true;
  readonly renamedKeys?: readonly string[];
  readonly label?: string;
}

/**
 * Whether the identity is one that the choice means. An unknown variant is of its type, but never a certain variant.
 */
export function isChosen({ type, key, isFormer }: ItemChoice, identity: Identity): boolean {
  if (type !== identity.type) return false;
  if (key === undefined) return true;
  if (identity.variant === null) return false;
  if (key === identity.key || identity.renamedKeys?.includes(key)) return true;
  return isFormer === true && key === identity.formerKey;
}

/**
 * Whether a price paid for the item counts for the worth of its kind: damaged and signed goods are priced otherwise.
 */
export function countsForWorth({ condition }: Pick<Item, 'condition'>): boolean {
  return condition === undefined;
}

/**
 * The value of the variant's trait of that name, whether it splits the price or is only shown, or null if it has none.
 */
export function traitOf({ variant }: Pick<Identity, 'variant'>, name: string): string | null {
  if (variant === null) return null;
  const { traits = NONE, shown = NONE } = variant;
  return (traits.find((trait) => trait.name === name) ?? shown.find((trait) => trait.name === name))?.value ?? null;
}

/**
 * The key under which Crier up to 0.3.0 counted trades of this kind together with others of its type, or null if it
 * told this kind apart.
 */
export function mixedKeyOf({ variant, formerKey }: Pick<Identity, 'variant' | 'formerKey'>): string | null {
  return variant?.traits === undefined ? null : (formerKey ?? null);
}

const NONE: readonly Trait[] = [];

/** Whether two items are the same in all that they are, contents included. */
export function isSameItem(one: Item, other: Item): boolean {
  if (one === other) return true;
  if (one.quantity !== other.quantity || one.name !== other.name) return false;
  if (!isSameCondition(one.condition, other.condition)) return false;
  if (!isSameIdentity(one.identity, other.identity) || one.contents.length !== other.contents.length) return false;
  return one.contents.every((inner, slot) => {
    const same = other.contents[slot];
    return same !== undefined && isSameItem(inner, same);
  });
}

function isSameCondition(one: Condition | undefined, other: Condition | undefined): boolean {
  return one === other || (one?.damaged === other?.damaged && one?.signedBy === other?.signedBy);
}

/** Equal identities are mostly one object. */
function isSameIdentity(one: Identity, other: Identity): boolean {
  if (one === other) return true;
  if (one.key !== other.key || one.formerKey !== other.formerKey || one.type !== other.type) return false;
  return JSON.stringify(one.variant) === JSON.stringify(other.variant);
}
