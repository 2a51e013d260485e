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

/** The traits by which players price two items of one type separately. The plain item has none. */
export interface Variant {
  readonly enchantments: readonly Enchantment[];
  readonly potion: string | null;
  /** A painting's id, `<author_uuid>_<integer>`. */
  readonly canvas: string | null;
  /** A player-given name, if it splits the price. */
  readonly customName: string | null;
  /**
   * Other traits that split the price, in the order of their table; read them with `traitOf`. Absent if there are none,
   * so that stored rows and their hashes stay valid.
   */
  readonly traits?: readonly Trait[];
  /** Displayed traits that split nothing; read them with `traitOf`. Two identities with one key may differ in them. */
  readonly shown?: readonly Trait[];
}

/** A kind of goods that players price separately: type and variant. */
export interface Identity {
  /**
   * 16 hex digits, the same for equal identities in every run and revision. An unknown variant has one key per type.
   */
  readonly key: string;
  /**
   * The key from Crier up to 0.3.0, present only if it differs. A stored watch, feed or trade with that key means this
   * identity too.
   */
  readonly formerKey?: string;
  /** The identity's keys under former names of the type, present only if there were any. */
  readonly renamedKeys?: readonly string[];
  /** The type's current name in the game. */
  readonly type: string;
  /**
   * Null if unknown, because the service omitted the SNBT of a shop out of stock. Such an item is never priced nor
   * matched as plain.
   */
  readonly variant: Variant | null;
}

/** Facts that change the price of one item without making it another kind of goods. `signedBy`: player text. */
export interface ItemCondition {
  readonly damaged?: true;
  readonly signedBy?: string;
}

export interface Item {
  readonly identity: Identity;
  /** Items in one bundle, at least 1. */
  readonly quantity: number;
  /** The display name, player text. */
  readonly name: string;
  /** The contained items. Empty slots are left out. */
  readonly contents: readonly Item[];
  /** Absent if the item is neither damaged nor signed. */
  readonly condition?: ItemCondition;
}

/** An item as named in an option: a bare `type` (every variant), or one variant with its `key`. */
export interface ItemChoice {
  readonly type: string;
  readonly key?: string;
  /** Whether the key is from Crier up to 0.3.0, so that the choice means all kinds it was split into. */
  readonly isFormer?: true;
  /** Whether the owner of the watch or feed was notified of the split. */
  readonly splitReported?: true;
  /** The identity's `renamedKeys`, for history lookups. */
  readonly renamedKeys?: readonly string[];
  /** The variant's name. */
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

function isSameCondition(one: ItemCondition | undefined, other: ItemCondition | undefined): boolean {
  return one === other || (one?.damaged === other?.damaged && one?.signedBy === other?.signedBy);
}

/** Equal identities are usually the same object. */
function isSameIdentity(one: Identity, other: Identity): boolean {
  if (one === other) return true;
  if (one.key !== other.key || one.formerKey !== other.formerKey || one.type !== other.type) return false;
  return JSON.stringify(one.variant) === JSON.stringify(other.variant);
}
