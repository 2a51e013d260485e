/** An enchantment: `id` without namespace (`sharpness`), `level` from 1. */
export interface Enchantment {
  readonly id: string;
  readonly level: number;
}

/**
 * One property of an item, such as `{ name: 'flight', value: '2' }`. `name` is the name of a row in `traits.ts`.
 * `value` is the same in every version of the game and may be player text.
 */
export interface Trait {
  readonly name: string;
  readonly value: string;
}

/**
 * The traits by which players price two items of one type separately. The plain item has none. `canvas` is a painting's
 * id, `<author_uuid>_<integer>`. `customName` is a player-given name that splits the price.
 *
 * `traits` are the other traits that split the price, in the order of their table. They are absent if there are none,
 * so that stored rows and their hashes stay valid. `shown` are traits that are displayed but split nothing, so two
 * identities with one key may differ in them. Read both with `traitOf`.
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
 * A kind of goods that players price separately: type and variant. `variant` null: unknown, because the service omitted
 * the SNBT of a shop out of stock; such an item is never priced nor matched as plain. `type` is the current name.
 *
 * `key`: 16 hex digits, the same for equal identities in every run and revision. An unknown variant has one key per
 * type. `formerKey`: the key from Crier up to 0.3.0, present only if it differs; a stored watch, feed or trade with
 * that key means this identity too. `renamedKeys`: its keys under former names of the type, present only if there were
 * any.
 */
export interface Identity {
  readonly key: string;
  readonly formerKey?: string;
  readonly renamedKeys?: readonly string[];
  readonly type: string;
  readonly variant: Variant | null;
}

/** Facts that change the price of one item without making it another kind of goods. `signedBy`: player text. */
export interface Condition {
  readonly damaged?: true;
  readonly signedBy?: string;
}

/**
 * An item. `quantity`: items in one bundle, at least 1. `name`: the display name, player text. `contents`: without
 * empty slots. `condition`: absent if the item is neither damaged nor signed.
 */
export interface Item {
  readonly identity: Identity;
  readonly quantity: number;
  readonly name: string;
  readonly contents: readonly Item[];
  readonly condition?: Condition;
}

/**
 * An item as named in an option: a bare `type` (every variant), or one variant with its `key`. `label`: the variant's
 * name. `renamedKeys`: those of the identity, for history lookups.
 *
 * `isFormer`: the key is from Crier up to 0.3.0, and the choice means all kinds it was split into. `splitReported`: the
 * owner of the watch or feed was notified of the split.
 */
export interface ItemChoice {
  readonly type: string;
  readonly key?: string;
  readonly isFormer?: true;
  readonly splitReported?: true;
  readonly renamedKeys?: readonly string[];
  readonly label?: string;
}

/** Whether the choice includes the identity. An unknown variant matches its bare type, but no specific variant. */
export function choiceIncludes({ type, key, isFormer }: ItemChoice, identity: Identity): boolean {
  if (type !== identity.type) return false;
  if (key === undefined) return true;
  if (identity.variant === null) return false;
  if (key === identity.key || identity.renamedKeys?.includes(key)) return true;
  return isFormer === true && key === identity.formerKey;
}

/**
 * Whether a price paid for the item counts for the worth of its kind. Damaged and signed goods are priced differently.
 */
export function countsForWorth({ condition }: Pick<Item, 'condition'>): boolean {
  return condition === undefined;
}

/** Returns the value of a trait, whether it splits the price or is only shown, or null if the variant lacks it. */
export function traitOf({ variant }: Pick<Identity, 'variant'>, name: string): string | null {
  if (variant === null) return null;
  const { traits = NO_TRAITS, shown = NO_TRAITS } = variant;
  return (traits.find((trait) => trait.name === name) ?? shown.find((trait) => trait.name === name))?.value ?? null;
}

/**
 * Returns the key under which Crier up to 0.3.0 counted this kind's trades together with other kinds of the type, or
 * null if it already counted them separately.
 */
export function mixedKeyOf({ variant, formerKey }: Pick<Identity, 'variant' | 'formerKey'>): string | null {
  return variant?.traits === undefined ? null : (formerKey ?? null);
}

const NO_TRAITS: readonly Trait[] = [];

/** Whether two items are equal, contents included. */
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

/** Equal identities are usually the same object. */
function isSameIdentity(one: Identity, other: Identity): boolean {
  if (one === other) return true;
  if (one.key !== other.key || one.formerKey !== other.formerKey || one.type !== other.type) return false;
  return JSON.stringify(one.variant) === JSON.stringify(other.variant);
}
