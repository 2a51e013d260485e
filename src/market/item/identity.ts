import { hash } from 'node:crypto';
import type { Identity, Variant } from './item.ts';
import { Memo } from './memo.ts';
import { readSnbt } from './snbt.ts';
import { PLAIN, variantOf } from './variant.ts';

/** A hundred thousand shops share few SNBTs, and fewer identities: most are plain. Long texts are rare and would fill the memory. */
const plains = new Memo<Identity>(32_768);
const unknowns = new Memo<Identity>(32_768);
const bySnbt = new Memo<Identity>(32_768);
const byCanonicalText = new Memo<Identity>(32_768);
const LONGEST_REMEMBERED = 4_096;
/** As JSON. All enchantments of the game fill a third of it; what says more is unreadable, for it is kept with every item. */
const LONGEST_VARIANT = 4_096;

/**
 * What the item is to those who price it. An SNBT that says nothing or cannot be read is no variant: the plain item.
 * Whether a missing SNBT means plain or unknown is the caller's to decide: see `unknownVariant`.
 */
export function identify(type: string, snbt?: string | null): Identity {
  if (snbt === undefined || snbt === null || snbt === '' || snbt === '{}') return plains.get(type, plainOf);
  return snbt.length > LONGEST_REMEMBERED ? read(type, snbt) : remembered(type, snbt);
}

/** An item of the type whose variant the service did not tell: neither plain nor any variant. */
export function unknownVariant(type: string): Identity {
  return unknowns.get(type, unknownOf);
}

const plainOf = (type: string) => identityOf(type, PLAIN);
const unknownOf = (type: string) => identityOf(type, null);

function remembered(type: string, snbt: string): Identity {
  return bySnbt.get(`${type.length} ${type}${snbt}`, () => read(type, snbt));
}

function read(type: string, snbt: string): Identity {
  return identityOf(type, variantOf(readSnbt(snbt) ?? ''));
}

function identityOf(type: string, variant: Variant | null): Identity {
  const canonical = JSON.stringify([type, variant && canonicalOf(variant)]);
  if (variant !== null && variant !== PLAIN && canonical.length > LONGEST_VARIANT) return identify(type);
  return byCanonicalText.get(canonical, () => ({
    key: hash('sha256', canonical).slice(0, 16),
    type,
    // Its words were cut out of the SNBT, and as long as they are kept so is the whole of it: copies are not.
    variant: JSON.parse(JSON.stringify(variant)),
  }));
}

function canonicalOf({ enchantments, potion, canvas, customName }: Variant): unknown[] {
  return [enchantments.map(({ id, level }) => [id, level]), potion, canvas, customName];
}

/** The item without enchantments, potion, canvas or name of its own. */
export function isPlain({ variant }: Identity): boolean {
  if (variant === null) return false;
  return variant.enchantments.length === 0 && variant.potion === null && !variant.canvas && variant.customName === null;
}
