import { isPlain } from '../item/identity.ts';
import type { Identity, ItemChoice } from '../item/item.ts';
import { itemName, labelOf } from '../item/label.ts';
import { Memo } from '../item/memo.ts';
import { type SearchText, searchText } from './search-text.ts';

const MAX_TYPES = 10_000;
/** Of a type's name; a longer one is no item of the game and fits into no choice. */
const MAX_CHARACTERS = 100;
const MAX_NAMES = 4;
/** Players can name items without end; beyond so many, only what is in the market is known. */
const MAX_KEPT = 20_000;

/**
 * Something that can be picked: a type (`key` absent) or one of its variants. `seen`: how often it was noted. `texts`: what
 * the game calls it, the label first; `names`: what players do, or the service for them, which is never found before that.
 */
export interface CatalogueEntry {
  readonly choice: ItemChoice;
  readonly label: string;
  readonly texts: readonly SearchText[];
  readonly names: readonly SearchText[];
  readonly seen: number;
}

interface Growing extends CatalogueEntry {
  readonly names: SearchText[];
  readonly noted: Set<string>;
  seen: number;
}

/** All items that people may look for: of shops, in containers, and of events. */
export class Catalogue {
  readonly #types = new Map<string, Growing>();
  readonly #variants = new Map<string, CatalogueEntry>();
  readonly #identities = new Map<string, Identity>();
  readonly #enchantments = new Set<string>();

  get types(): Iterable<CatalogueEntry> {
    return this.#types.values();
  }

  /** Every known variant that is not plain. */
  get variants(): Iterable<CatalogueEntry> {
    return this.#variants.values();
  }

  get enchantments(): ReadonlySet<string> {
    return this.#enchantments;
  }

  type(type: string): CatalogueEntry | undefined {
    return this.#types.get(type);
  }

  identityOf(key: string): Identity | undefined {
    return this.#identities.get(key);
  }

  /** Takes in an item. `name`: the service's display name, by which a plain item can be found too. */
  note(identity: Identity, name: string): void {
    const type = this.#typeEntry(identity.type);
    if (type !== undefined) type.seen++;
    if (identity.variant === null) return;
    if (isPlain(identity) && type !== undefined && type.names.length < MAX_NAMES && !type.noted.has(name)) {
      type.noted.add(name);
      type.names.push(searchText(name));
    }
    this.#addIdentity(identity);
  }

  /** Every known identity but those of unknown variants. */
  get identities(): Iterable<Identity> {
    return this.#identities.values();
  }

  /** Takes over what an earlier catalogue knew: a type stays findable when its last shop is gone. */
  keepType(type: string): void {
    this.#typeEntry(type);
  }

  /** The same for a variant, which may never have had a shop, only trades. */
  keepVariant(identity: Identity): void {
    if (this.#identities.size < MAX_KEPT) this.#addIdentity(identity);
  }

  #typeEntry(type: string): Growing | undefined {
    const known = this.#types.get(type);
    if (known !== undefined || type === '' || type.length > MAX_CHARACTERS) return known;
    if (this.#types.size >= MAX_TYPES) return undefined;
    const label = itemName(type);
    const entry = { choice: { type }, label, texts: [searchText(label)], names: [], noted: new Set([label]), seen: 0 };
    this.#types.set(type, entry);
    return entry;
  }

  #addIdentity(identity: Identity): void {
    const { key, variant } = identity;
    if (this.#identities.has(key)) return;
    this.#identities.set(key, identity);
    if (isPlain(identity)) return;
    this.#variants.set(
      key,
      entries.get(key, () => entryOf(identity)),
    );
    for (const { id } of variant?.enchantments ?? []) this.#enchantments.add(id);
  }
}

/** Every snapshot has a catalogue of its own, and most of its variants were in the one before. */
const entries = new Memo<CatalogueEntry>(32_768);

function entryOf(identity: Identity): CatalogueEntry {
  const { key, type, variant } = identity;
  const label = labelOf(identity);
  const texts = [searchText(label)];
  const inDigits = variant?.enchantments.map(({ id, level }) => `${id} ${level}`).join(' ') ?? '';
  if (inDigits !== '') texts.push(searchText(`${itemName(type)} ${inDigits}`));
  const isNamed = variant !== null && variant.customName !== null;
  return { choice: { type, key }, label, texts: isNamed ? [] : texts, names: isNamed ? texts : [], seen: 1 };
}
