import { currentType } from '../item/current-type.ts';
import { isPlainItem } from '../item/identity.ts';
import type { Identity, ItemChoice } from '../item/item.ts';
import { isNameOfType } from '../item/item-name.ts';
import { Shortlist } from './bounded-lists.ts';
import { type CatalogueEntry, entryOfType, entryOfVariant, type OtherNamesOfType } from './catalogue-entry.ts';
import { EntryIndex, shortestLabelFirst } from './entry-index.ts';
import { LruRegistry } from './lru-registry.ts';
import { type SearchText, searchText } from './search-text.ts';
import type { IsSold, SearchedTexts } from './text-index.ts';

const MAX_TYPES = 10_000;
/** UTF-16 units of a type's name. A longer one is not from the game and does not fit into a choice. */
const MAX_TYPE_CHARACTERS = 100;
const MAX_NAMES_PER_TYPE = 4;
/**
 * Maximum number of remembered identities, since players can name items without limit. Beyond it, only those in the
 * market are known.
 */
const MAX_IDENTITIES = 20_000;
/** Entries between two yields; each takes some microseconds. */
const ENTRIES_PER_SLICE = 64;

/** Counts the shops that sell an item now. */
export type SellersOf = (choice: ItemChoice) => number;

/** The goods in the shops and containers of a snapshot. */
export class SnapshotGoods {
  readonly types = new Map<string, string>();
  readonly identities = new Map<string, Identity>();
  /** How often the plain item of each type has each display name. */
  readonly #names = new Map<string, Map<string, number>>();
  #last: Identity | null = null;

  add(identity: Identity, name: string): void {
    if (identity !== this.#last) this.addIdentity(identity);
    if (isPlainItem(identity)) this.addName(identity, name, 1);
  }

  addIdentity(identity: Identity): void {
    this.#last = identity;
    if (isType(identity.type)) this.types.set(identity.type, identity.type);
    if (identity.variant !== null) this.identities.set(identity.key, identity);
  }

  /**
   * @param identity a plain one
   * @param name the service's display name, by which a plain item can be found too
   */
  addName(identity: Identity, name: string, stacks: number): void {
    const names = this.#names.get(identity.type);
    if (names === undefined) this.#names.set(identity.type, new Map([[name, stacks]]));
    else names.set(name, (names.get(name) ?? 0) + stacks);
  }

  /** Returns shops' names of the plain item other than its label, most frequent first, ties alphabetically. */
  namesOf(type: string): readonly string[] {
    const names = [...(this.#names.get(type) ?? [])].filter(([name]) => !isNameOfType(name, type));
    names.sort(([a, often], [b, oftener]) => oftener - often || (a < b ? -1 : 1));
    return names.slice(0, MAX_NAMES_PER_TYPE).map(([name]) => name);
  }
}

/** All items that users can search for: those in shops, in containers, in events and in earlier snapshots. */
export class Catalogue {
  readonly #types: LruRegistry<string>;
  readonly #identities: LruRegistry<Identity>;
  readonly #typeEntries = new Map<string, CatalogueEntry>();
  readonly #variantEntries = new Map<string, CatalogueEntry>();
  readonly #enchantments = new Set<string>();
  readonly #otherNames: OtherNamesOfType;
  #index = new EntryIndex();

  /**
   * Builds the catalogue of a snapshot. Yields often.
   * @param previous the previous catalogue; its items stay findable, and unchanged entries are reused
   * @param otherNames additional names by which types are found
   */
  static *of(
    goods: SnapshotGoods,
    previous: Catalogue | null,
    otherNames?: OtherNamesOfType,
  ): Generator<void, Catalogue> {
    const before = previous ?? new Catalogue();
    const catalogue = new Catalogue(
      yield* LruRegistry.of(MAX_TYPES, goods.types, before.#types),
      yield* LruRegistry.of(MAX_IDENTITIES, goods.identities, before.#identities),
      otherNames,
    );
    let visited = 0;
    for (const type of catalogue.#types.values()) {
      catalogue.#setType(type, goods.namesOf(type), before.#typeEntries.get(type));
      if (++visited % ENTRIES_PER_SLICE === 0) yield;
    }
    for (const identity of catalogue.#identities.values()) {
      catalogue.#setVariant(identity, before.#variantEntries.get(identity.key));
      if (++visited % ENTRIES_PER_SLICE === 0) yield;
    }
    catalogue.#index = yield* EntryIndex.of(catalogue.#entries(), before.#index);
    return catalogue;
  }

  constructor(
    types = new LruRegistry<string>(MAX_TYPES),
    identities = new LruRegistry<Identity>(MAX_IDENTITIES),
    otherNames: OtherNamesOfType = () => [],
  ) {
    this.#types = types;
    this.#identities = identities;
    this.#otherNames = otherNames;
  }

  get types(): Iterable<CatalogueEntry> {
    return this.#typeEntries.values();
  }

  /** Every known variant that is not plain. */
  get variants(): Iterable<CatalogueEntry> {
    return this.#variantEntries.values();
  }

  /** Every known identity except unknown variants. */
  get identities(): Iterable<Identity> {
    return this.#identities.values();
  }

  get enchantments(): readonly string[] {
    return [...this.#enchantments];
  }

  hasEnchantment(id: string): boolean {
    return this.#enchantments.has(id);
  }

  /** @param type under any name it ever had */
  type(type: string): CatalogueEntry | undefined {
    return this.#typeEntries.get(currentType(type));
  }

  identityOf(key: string): Identity | undefined {
    return this.#identities.get(key);
  }

  /**
   * Lists the types that most shops sell.
   * @param sellersOf counts the shops that sell an entry now
   */
  mostSold(limit: number, sellersOf: SellersOf): CatalogueEntry[] {
    const best = new Shortlist(limit, shortestLabelFirst);
    for (const entry of this.types) best.add(entry, -sellersOf(entry.choice));
    return best.entries;
  }

  /**
   * Finds the best matches: sold ones first, then by rank, then the shortest label.
   * @param forms the query, then its other forms
   */
  best(what: SearchedTexts, forms: readonly SearchText[], limit: number, sellersOf: SellersOf): CatalogueEntry[] {
    return this.#index.best(what, forms, limit, isSoldBy(sellersOf));
  }

  /** Finds the entries that are one or two typos away, the fewest typos first; ties go to entries that shops sell. */
  near(query: SearchText, limit: number, sellersOf: SellersOf): CatalogueEntry[] {
    return this.#index.near(query, limit, isSoldBy(sellersOf));
  }

  /** Makes an event's item findable. Unlike a shop's name for the item, the event's name does not find it. */
  learn(identity: Identity): void {
    const { type, key } = identity;
    this.#learnType(type);
    if (identity.variant === null || !this.#identities.learn(key, identity)) return;
    const entry = this.#setVariant(identity);
    if (entry !== null) this.#index.add(entry);
  }

  /** Adds the items that events have added to `previous` since it was built. */
  learnFrom(previous: Catalogue): void {
    for (const type of previous.#types.learned()) this.#learnType(type);
    for (const identity of previous.#identities.learned()) this.learn(identity);
  }

  /** Keeps a type of an earlier run findable. */
  keepType(named: string): void {
    const type = currentType(named);
    if (isType(type) && this.#types.keep(type, type)) this.#index.add(this.#setType(type, []));
  }

  #learnType(type: string): void {
    if (isType(type) && this.#types.learn(type, type)) this.#index.add(this.#setType(type, []));
  }

  #setType(type: string, names: readonly string[], known?: CatalogueEntry): CatalogueEntry {
    const isSame = known !== undefined && hasSameNames(known, names);
    const entry = isSame ? known : entryOfType(type, names, this.#otherNames(type));
    this.#typeEntries.set(type, entry);
    return entry;
  }

  /** @returns the entry, or null for a plain item, whose type is its entry */
  #setVariant(identity: Identity, known?: CatalogueEntry): CatalogueEntry | null {
    if (isPlainItem(identity)) return null;
    const entry = known ?? entryOfVariant(identity);
    this.#variantEntries.set(identity.key, entry);
    for (const { id } of identity.variant?.enchantments ?? []) this.#enchantments.add(id);
    return entry;
  }

  *#entries(): Generator<CatalogueEntry, void> {
    yield* this.#typeEntries.values();
    yield* this.#variantEntries.values();
  }
}

function isSoldBy(sellersOf: SellersOf): IsSold {
  return (entry) => sellersOf(entry.choice) > 0;
}

function isType(type: string): boolean {
  return type !== '' && type.length <= MAX_TYPE_CHARACTERS;
}

function hasSameNames(entry: CatalogueEntry, names: readonly string[]): boolean {
  return (
    entry.names.length === names.length &&
    names.every((name, at) => searchText(name).spaced === entry.names[at]?.spaced)
  );
}
