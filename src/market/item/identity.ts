import { hash } from 'node:crypto';
import { BoundedCache } from './bounded-cache.ts';
import { currentType, formerTypes } from './current-type.ts';
import type { Identity, ItemCondition, Variant } from './item.ts';
import { CONTENTS_KEYS, ItemData } from './item-data.ts';
import { RENAMED_TYPES } from './renamed-types.ts';
import { isCompound, readSnbt } from './snbt.ts';
import { formerVariantOf, PLAIN_VARIANT, readCondition, unknownKeysOf, variantOf } from './variant.ts';

/**
 * A parsed SNBT. `unread`: names of unreadable parts, either `snbt` for the whole text or component keys that no trait
 * reads.
 */
export interface ParsedGoods {
  readonly identity: Identity;
  readonly condition?: ItemCondition;
  readonly unread: readonly string[];
}

/** An SNBT parsed for one type. Parses for other types of the same text, which are rare, are in `others`. */
interface ReadTexts {
  readonly type: string;
  readonly goods: ParsedGoods;
  readonly others: ReadonlyMap<string, ParsedGoods>;
}

/**
 * A hundred thousand shops share few SNBTs and fewer identities, most of them plain. Long SNBTs are rare and not
 * cached, since they would fill the memory.
 */
const plainGoods = new BoundedCache<ParsedGoods>(32_768);
const unknownIdentities = new BoundedCache<Identity>(32_768);
const bySnbt = new BoundedCache<ReadTexts>(32_768);
const byCanonicalText = new BoundedCache<Identity>(32_768);
const MAX_CACHED_SNBT_CHARACTERS = 4_096;
const KEY_HEX_DIGITS = 16;
/**
 * JSON characters. All enchantments of the game fill a third of it. A longer variant counts as unreadable, because
 * every item keeps its variant in memory.
 */
const MAX_VARIANT_CHARACTERS = 4_096;
/** UTF-16 units. Crier up to 0.3.0 could not read a longer SNBT. */
const MAX_FORMER_SNBT_CHARACTERS = 65_536;
/** The type of player-painted canvases. */
export const PAINTING_TYPE = 'PAINTING';
const NO_OTHERS: ReadonlyMap<string, ParsedGoods> = new Map();
const NONE_UNREAD: readonly string[] = [];
const SNBT_UNREAD: readonly string[] = ['snbt'];
const WITHOUT_CONTENTS = { skip: CONTENTS_KEYS };

/**
 * Identifies the goods that players price separately. An SNBT that is empty or unreadable means the plain item.
 *
 * The caller decides whether a missing SNBT means plain or unknown: see `unknownVariant`.
 */
export function identify(type: string, snbt?: string | null): Identity {
  return parseGoods(type, snbt).identity;
}

/**
 * Identifies an item and reads its condition and unread parts.
 * @param named its type, under any name it ever had
 */
export function parseGoods(named: string, snbt?: string | null): ParsedGoods {
  const type = currentType(named);
  if (snbt === undefined || snbt === null || snbt === '' || snbt === '{}') return plainGoods.get(type, makePlainGoods);
  return snbt.length > MAX_CACHED_SNBT_CHARACTERS ? parseSnbtGoods(type, snbt) : parseCached(type, snbt);
}

/** Returns the identity of an item whose variant the service omitted: neither plain nor any variant. */
export function unknownVariant(type: string): Identity {
  return unknownIdentities.get(currentType(type), makeUnknownIdentity);
}

/**
 * Identifies a painting of this canvas. Its title and author are missing, since they are not part of the key.
 * @param canvas its id, in lower case
 * @param generation `original`, `copy` or `copy-of-copy`; null for a painting without a generation
 */
export function identifyCanvas(canvas: string, generation: string | null): Identity {
  const anyGeneration = { ...PLAIN_VARIANT, canvas };
  if (generation === null) return identityOf(PAINTING_TYPE, anyGeneration);
  return identityOf(
    PAINTING_TYPE,
    { ...anyGeneration, traits: [{ name: 'generation', value: generation }] },
    anyGeneration,
  );
}

const makePlainGoods = (type: string): ParsedGoods => ({
  identity: identityOf(type, PLAIN_VARIANT),
  unread: NONE_UNREAD,
});
const makeUnknownIdentity = (type: string) => identityOf(type, null);

/** The cache key is the SNBT alone. Joining it with the type would copy and hash a long text for every record. */
function parseCached(type: string, snbt: string): ParsedGoods {
  const known = bySnbt.get(snbt, (text) => ({ type, goods: parseSnbtGoods(type, text), others: NO_OTHERS }));
  if (known.type === type) return known.goods;
  const other = known.others.get(type);
  if (other !== undefined) return other;
  const goods = parseSnbtGoods(type, snbt);
  bySnbt.set(snbt, { ...known, others: new Map([...known.others, [type, goods]]) });
  return goods;
}

function parseSnbtGoods(type: string, snbt: string): ParsedGoods {
  const root = readSnbt(snbt, WITHOUT_CONTENTS);
  const { identity } = plainGoods.get(type, makePlainGoods);
  if (root === null) return { identity, unread: SNBT_UNREAD };
  if (!isCompound(root)) return { identity, unread: NONE_UNREAD };
  const data = new ItemData(type, root, snbt);
  const variant = variantOf(data);
  const former = snbt.length > MAX_FORMER_SNBT_CHARACTERS ? PLAIN_VARIANT : formerVariantOf(data, variant);
  const condition = ownCopy(readCondition(data));
  const unread = unknownKeysOf(data);
  return {
    identity: identityOf(type, variant, former),
    ...(condition && { condition }),
    unread: unread.length === 0 ? NONE_UNREAD : ownCopy(unread),
  };
}

function identityOf(type: string, variant: Variant | null, former = variant): Identity {
  const canonical = canonicalText(type, variant);
  const shown = variant?.shown === undefined ? '' : JSON.stringify(variant.shown);
  if (variant !== null && variant !== PLAIN_VARIANT && canonical.length + shown.length > MAX_VARIANT_CHARACTERS)
    return identify(type);
  const then = former === variant ? canonical : formerText(type, former);
  const all = then === canonical ? `${canonical}${shown}` : `${canonical}${shown}${then}`;
  return byCanonicalText.get(all, () => ({
    key: hashKey(canonical),
    ...(then !== canonical && { formerKey: hashKey(then) }),
    ...renamedKeysOf(type, variant),
    type,
    variant: ownCopy(variant),
  }));
}

/** Copies a value out of a parsed SNBT. A substring of the SNBT would keep the whole text in memory. */
function ownCopy<T>(value: T): T {
  return value === undefined ? value : JSON.parse(JSON.stringify(value));
}

/** Returns nothing if the type never had another name, as most types never had. */
function renamedKeysOf(type: string, variant: Variant | null): Pick<Identity, 'renamedKeys'> {
  const names = formerTypes(type);
  return names.length === 0 ? {} : { renamedKeys: names.map((name) => hashKey(canonicalText(name, variant))) };
}

/**
 * Converts an identity stored under a former name of its type to the current name. It returns any other identity
 * unchanged.
 */
export function withCurrentType(identity: Identity): Identity {
  const type = currentType(identity.type);
  if (type === identity.type) return identity;
  const { formerKey, variant } = identity;
  const key = hashKey(canonicalText(type, variant));
  return { key, ...(formerKey !== undefined && { formerKey }), ...renamedKeysOf(type, variant), type, variant };
}

/** Converts a plain item's history key under a former name of its type to today's key. The key may have a suffix. */
export function currentHistoryKey(stored: string): string {
  const key = plainKeysNow().get(stored.slice(0, KEY_HEX_DIGITS));
  return key === undefined ? stored : key + stored.slice(KEY_HEX_DIGITS);
}

/** Returns the keys that a plain item had under former names of its type. */
export function renamedPlainKeys(key: string): readonly string[] {
  const found: string[] = [];
  for (const [former, now] of plainKeysNow()) if (now === key) found.push(former);
  return found;
}

let plainKeys: ReadonlyMap<string, string> | null = null;

/** Returns today's key by the key under the former name. The map is built on first use. */
function plainKeysNow(): ReadonlyMap<string, string> {
  plainKeys ??= new Map(
    [...RENAMED_TYPES].map(([former, type]) => [
      hashKey(canonicalText(former, PLAIN_VARIANT)),
      hashKey(canonicalText(type, PLAIN_VARIANT)),
    ]),
  );
  return plainKeys;
}

function hashKey(canonical: string): string {
  return hash('sha256', canonical).slice(0, KEY_HEX_DIGITS);
}

/**
 * Returns the text whose hash is the key. Keys are stored, so the text of a variant without traits must never change.
 */
function canonicalText(type: string, variant: Variant | null): string {
  if (variant === null) return JSON.stringify([type, null]);
  const { enchantments, potion, canvas, customName, traits } = variant;
  const levels = enchantments.map(({ id, level }) => [id, level]);
  const split = traits === undefined ? [] : [traits.map(({ name, value }) => [name, value])];
  return JSON.stringify([type, [levels, potion, canvas, customName, ...split]]);
}

function formerText(type: string, former: Variant | null): string {
  const text = canonicalText(type, former);
  return text.length > MAX_VARIANT_CHARACTERS ? canonicalText(type, PLAIN_VARIANT) : text;
}

/** Whether the item has no enchantments, potion, canvas, traits or custom name. */
export function isPlainItem({ variant }: Identity): boolean {
  if (variant === null) return false;
  const { enchantments, potion, canvas, customName, traits } = variant;
  return enchantments.length === 0 && potion === null && canvas === null && customName === null && traits === undefined;
}
