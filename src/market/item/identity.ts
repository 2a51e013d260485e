import { hash } from 'node:crypto';
import { currentType, formerTypes } from './current-type.ts';
import type { Condition, Identity, Variant } from './item.ts';
import { CONTENTS_KEYS, ItemData } from './item-data.ts';
import { Memo } from './memo.ts';
import { RENAMED_TYPES } from './renamed-types.ts';
import { isCompound, readSnbt } from './snbt.ts';
import { conditionOf, formerVariantOf, PLAIN, unknownKeysOf, variantOf } from './variant.ts';

/**
 * The item data of an SNBT. `unread`: names of unreadable parts, `snbt` for the whole text, else component keys
 * that no trait knows.
 */
export interface Goods {
  readonly identity: Identity;
  readonly condition?: Condition;
  readonly unread: readonly string[];
}

/** An SNBT as read for one type; for further types, which are rare, in `others`. */
interface ReadTexts {
  readonly type: string;
  readonly goods: Goods;
  readonly others: ReadonlyMap<string, Goods>;
}

/** A hundred thousand shops share few SNBTs, and fewer identities: most are plain. Long texts are rare and would fill the memory. */
const plains = new Memo<Goods>(32_768);
const unknowns = new Memo<Identity>(32_768);
const bySnbt = new Memo<ReadTexts>(32_768);
const byCanonicalText = new Memo<Identity>(32_768);
const LONGEST_REMEMBERED = 4_096;
/** Hex digits. */
const KEY_LENGTH = 16;
/** As JSON. All enchantments of the game fill a third of it; what says more is unreadable, for it is kept with every item. */
const LONGEST_VARIANT = 4_096;
/** Up to 0.3.0, a longer SNBT was unreadable. */
const LONGEST_FORMERLY = 65_536;
/** The type of items that are a player's canvas. */
const PAINTING = 'PAINTING';
const NO_OTHERS: ReadonlyMap<string, Goods> = new Map();
const NOTHING: readonly string[] = [];
const UNREADABLE: readonly string[] = ['snbt'];
const WITHOUT_CONTENTS = { skip: CONTENTS_KEYS };

/**
 * What the item is to those who price it. An SNBT that says nothing or cannot be read is no variant: the plain item.
 * Whether a missing SNBT means plain or unknown is the caller's to decide: see `unknownVariant`.
 */
export function identify(type: string, snbt?: string | null): Identity {
  return readGoods(type, snbt).identity;
}

/**
 * Identifies an item, and reads its condition and unread parts. @param named its type, under any name that it ever had
 */
export function readGoods(named: string, snbt?: string | null): Goods {
  const type = currentType(named);
  if (snbt === undefined || snbt === null || snbt === '' || snbt === '{}') return plains.get(type, plainOf);
  return snbt.length > LONGEST_REMEMBERED ? read(type, snbt) : remembered(type, snbt);
}

/** An item of the type whose variant the service did not tell: neither plain nor any variant. */
export function unknownVariant(type: string): Identity {
  return unknowns.get(currentType(type), unknownOf);
}

/**
 * A painting of this canvas, whose title and author are not known: they are not part of its key.
 * @param canvas its id, in lower case
 * @param generation `original`, `copy` or `copy-of-copy`; null for a painting whose item does not say
 */
export function identifyCanvas(canvas: string, generation: string | null): Identity {
  const anyGeneration = { ...PLAIN, canvas };
  if (generation === null) return identityOf(PAINTING, anyGeneration);
  return identityOf(PAINTING, { ...anyGeneration, traits: [{ name: 'generation', value: generation }] }, anyGeneration);
}

const plainOf = (type: string): Goods => ({ identity: identityOf(type, PLAIN), unread: NOTHING });
const unknownOf = (type: string) => identityOf(type, null);

/** The SNBT itself is the key: to join the type and a long text would copy and hash it for every record. */
function remembered(type: string, snbt: string): Goods {
  const known = bySnbt.get(snbt, (text) => ({ type, goods: read(type, text), others: NO_OTHERS }));
  if (known.type === type) return known.goods;
  const other = known.others.get(type);
  if (other !== undefined) return other;
  const goods = read(type, snbt);
  bySnbt.set(snbt, { ...known, others: new Map([...known.others, [type, goods]]) });
  return goods;
}

function read(type: string, snbt: string): Goods {
  const root = readSnbt(snbt, WITHOUT_CONTENTS);
  const { identity } = plains.get(type, plainOf);
  if (root === null) return { identity, unread: UNREADABLE };
  if (!isCompound(root)) return { identity, unread: NOTHING };
  const data = new ItemData(type, root, snbt);
  const variant = variantOf(data);
  const former = snbt.length > LONGEST_FORMERLY ? PLAIN : formerVariantOf(data, variant);
  const condition = ownCopy(conditionOf(data));
  const unread = unknownKeysOf(data);
  return {
    identity: identityOf(type, variant, former),
    ...(condition && { condition }),
    unread: unread.length === 0 ? NOTHING : ownCopy(unread),
  };
}

function identityOf(type: string, variant: Variant | null, former = variant): Identity {
  const canonical = canonicalText(type, variant);
  const shown = variant?.shown === undefined ? '' : JSON.stringify(variant.shown);
  if (variant !== null && variant !== PLAIN && canonical.length + shown.length > LONGEST_VARIANT) return identify(type);
  const then = former === variant ? canonical : formerText(type, former);
  const all = then === canonical ? `${canonical}${shown}` : `${canonical}${shown}${then}`;
  return byCanonicalText.get(all, () => ({
    key: keyOf(canonical),
    ...(then !== canonical && { formerKey: keyOf(then) }),
    ...renamedKeysOf(type, variant),
    type,
    variant: ownCopy(variant),
  }));
}

/** Words that were cut out of an SNBT keep the whole of it in memory as long as they are kept: copies do not. */
function ownCopy<T>(value: T): T {
  return value === undefined ? value : JSON.parse(JSON.stringify(value));
}

/** Absent where the type never had another name, as most never had. */
function renamedKeysOf(type: string, variant: Variant | null): Pick<Identity, 'renamedKeys'> {
  const names = formerTypes(type);
  return names.length === 0 ? {} : { renamedKeys: names.map((name) => keyOf(canonicalText(name, variant))) };
}

/** An identity that was stored under a former name of its type, as it is read today; any other as it is. */
export function underCurrentType(identity: Identity): Identity {
  const type = currentType(identity.type);
  if (type === identity.type) return identity;
  const { formerKey, variant } = identity;
  const key = keyOf(canonicalText(type, variant));
  return { key, ...(formerKey !== undefined && { formerKey }), ...renamedKeysOf(type, variant), type, variant };
}

/**
 * A key of the history, which may end in marks, as it is today if a plain item had it under a former name of its type.
 */
export function currentKey(stored: string): string {
  const key = plainKeysNow().get(stored.slice(0, KEY_LENGTH));
  return key === undefined ? stored : key + stored.slice(KEY_LENGTH);
}

/** Keys that the plain item of this key had under former names of its type. */
export function renamedPlainKeys(key: string): readonly string[] {
  const found: string[] = [];
  for (const [former, now] of plainKeysNow()) if (now === key) found.push(former);
  return found;
}

let plainKeys: ReadonlyMap<string, string> | null = null;

/** By the key under the former name: that of today. Made once, when first asked for. */
function plainKeysNow(): ReadonlyMap<string, string> {
  plainKeys ??= new Map(
    [...RENAMED_TYPES].map(([former, type]) => [
      keyOf(canonicalText(former, PLAIN)),
      keyOf(canonicalText(type, PLAIN)),
    ]),
  );
  return plainKeys;
}

function keyOf(canonical: string): string {
  return hash('sha256', canonical).slice(0, KEY_LENGTH);
}

/** A key is the hash of this text, and keys are stored: it never changes for a variant without traits. */
function canonicalText(type: string, variant: Variant | null): string {
  if (variant === null) return JSON.stringify([type, null]);
  const { enchantments, potion, canvas, customName, traits } = variant;
  const levels = enchantments.map(({ id, level }) => [id, level]);
  const split = traits === undefined ? [] : [traits.map(({ name, value }) => [name, value])];
  return JSON.stringify([type, [levels, potion, canvas, customName, ...split]]);
}

function formerText(type: string, former: Variant | null): string {
  const text = canonicalText(type, former);
  return text.length > LONGEST_VARIANT ? canonicalText(type, PLAIN) : text;
}

/** The item without enchantments, potion, canvas, traits or name of its own. */
export function isPlain({ variant }: Identity): boolean {
  if (variant === null) return false;
  const { enchantments, potion, canvas, customName, traits } = variant;
  return enchantments.length === 0 && potion === null && canvas === null && customName === null && traits === undefined;
}
