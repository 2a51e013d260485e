import { CopyOnWriteMap } from '../copy-on-write-map.ts';
import { currentType } from '../item/current-type.ts';
import { isPlain } from '../item/identity.ts';
import type { Identity, ItemChoice } from '../item/item.ts';
import { isNameOfType } from '../item/item-name.ts';
import { type CatalogueEntry, entryOfType, entryOfVariant, type OtherNames } from './catalogue-entry.ts';
import { EntryIndex, shorterFirst } from './entry-index.ts';
import { NameCounts } from './name-counts.ts';
import { Remembered } from './remembered.ts';
import type { SearchText } from './search-text.ts';
import { Shortlist } from './shortlist.ts';
import type { IsSold, SearchedTexts } from './text-index.ts';

const MAX_TYPES = 10_000;
/** Of a type's name; a longer one is no item of the game and fits into no choice. */
const MAX_CHARACTERS = 100;
const MAX_NAMES = 4;
/** Players can name items without end; beyond so many, only what is in the market is known. */
const MAX_KEPT = 20_000;
/** Entries between two yields: each takes some microseconds. */
const SLICE = 64;

/** Counts the shops that sell an item now. */
export type SellersOf = (choice: ItemChoice) => number;

/**
 * All items that people may look for: of shops, in containers, and of events. It comes from the one of the snapshot before by
 * `next`, `forget` and `note`, or is made anew by `note` alone; `settle` ends either, and both answer the same then.
 */
export class Catalogue {
  #types = new Remembered<string>(MAX_TYPES);
  #identities = new Remembered<Identity>(MAX_KEPT);
  #names = new NameCounts();
  #typeEntries = new CopyOnWriteMap<CatalogueEntry>();
  #variantEntries = new CopyOnWriteMap<CatalogueEntry>();
  #index = new EntryIndex();
  /** How many known identities have it. */
  #enchantments = new Map<string, number>();
  readonly #otherNames: OtherNames;

  /** `otherNames`: what types are found by beside their labels; the same for all that come of it by `next`. */
  constructor(otherNames: OtherNames = () => []) {
    this.#otherNames = otherNames;
  }

  /** A copy that shares what is equal; what is noted in either is not known to the other. */
  next(): Catalogue {
    const next = new Catalogue(this.#otherNames);
    next.#types = this.#types.next();
    next.#identities = this.#identities.next();
    next.#names = this.#names.next();
    next.#typeEntries = this.#typeEntries.next();
    next.#variantEntries = this.#variantEntries.next();
    next.#index = this.#index.next();
    next.#enchantments = new Map(this.#enchantments);
    return next;
  }

  get types(): Iterable<CatalogueEntry> {
    return this.#typeEntries.values();
  }

  /** Every known variant that is not plain. */
  get variants(): Iterable<CatalogueEntry> {
    return this.#variantEntries.values();
  }

  /** Every known identity but those of unknown variants. */
  get identities(): Iterable<Identity> {
    return this.#identities.values();
  }

  get enchantments(): readonly string[] {
    return [...this.#enchantments.keys()];
  }

  hasEnchantment(id: string): boolean {
    return this.#enchantments.has(id);
  }

  /** @param type under any name that it ever had */
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
    const best = new Shortlist(limit, shorterFirst);
    for (const entry of this.types) best.add(entry, -sellersOf(entry.choice));
    return best.entries;
  }

  /**
   * Finds the entries that answer best: sold ones first, then by rank, then the shortest label.
   * @param forms the query, then its other forms
   */
  best(what: SearchedTexts, forms: readonly SearchText[], limit: number, sellersOf: SellersOf): CatalogueEntry[] {
    return this.#index.best(what, forms, limit, this.#isSoldBy(sellersOf));
  }

  /** Finds the entries that are a slip or two off, the fewest slips first; of as many, those that are sold first. */
  near(query: SearchText, limit: number, sellersOf: SellersOf): CatalogueEntry[] {
    return this.#index.near(query, limit, this.#isSoldBy(sellersOf));
  }

  /** So many stacks more stand in shops. `name`: the service's display name, by which a plain item can be found too. */
  note(identity: Identity, name: string, stacks = 1): void {
    const { type, key } = identity;
    if (isType(type)) this.#types.note(type, type, stacks);
    if (identity.variant === null) return;
    this.#identities.note(key, identity, stacks);
    if (isNamed(identity, name)) this.#names.count(type, name, stacks);
  }

  /**
   * So many stacks that were noted stand in no shop any more.
   * @throws Error where they never were
   */
  forget(identity: Identity, name: string, stacks = 1): void {
    const { type, key } = identity;
    if (isType(type)) this.#types.forget(type, stacks);
    if (identity.variant === null) return;
    this.#identities.forget(key, stacks);
    if (isNamed(identity, name)) this.#names.count(type, name, -stacks);
  }

  /** An event tells of an item: it can be found from now on. Its name alone does not lead to it, as shops' names do. */
  hear(identity: Identity): void {
    if (isType(identity.type)) this.#types.hear(identity.type, identity.type);
    if (identity.variant !== null) this.#identities.hear(identity.key, identity);
    this.#addNow();
  }

  /** Hears of what `previous` has heard of since this one was settled. */
  hearAgain(previous: Catalogue): void {
    this.#types.hearAgain(previous.#types);
    this.#identities.hearAgain(previous.#identities);
    this.#addNow();
  }

  /** A type of an earlier run stays findable. */
  keepType(named: string): void {
    const type = currentType(named);
    if (isType(type)) this.#types.keep(type, type);
    this.#addNow();
  }

  /** Ends the taking in of a snapshot. What the one before knew stays findable when its last shop is gone. */
  *settle(previous = new Catalogue()): Generator<void, void> {
    const types = yield* this.#types.settle(previous.#types);
    const identities = yield* this.#identities.settle(previous.#identities);
    yield* this.#addEntries();
    for (const type of types) this.#typeEntries.delete(type);
    for (const identity of identities) this.#dropVariant(identity);
    yield* this.#index.settle((entry) => this.#isCurrent(entry));
  }

  #addNow(): void {
    for (const _ of this.#addEntries());
  }

  /** Makes the entries of what has become known or is named otherwise. */
  *#addEntries(): Generator<void, void> {
    let made = 0;
    const changed = new Set([...this.#types.takeAdded(), ...this.#names.takeChanged()]);
    for (const type of changed) {
      this.#setType(type, entryOfType(type, this.#names.best(type, MAX_NAMES), this.#otherNames(type)));
      if (++made % SLICE === 0) yield;
    }
    for (const identity of this.#identities.takeAdded()) {
      this.#addVariant(identity);
      if (++made % SLICE === 0) yield;
    }
  }

  #setType(type: string, entry: CatalogueEntry): void {
    const known = this.#typeEntries.get(type);
    if (known !== undefined && areNamedAlike(known, entry)) return;
    this.#typeEntries.set(type, entry);
    this.#index.add(entry);
  }

  #addVariant(identity: Identity): void {
    if (isPlain(identity)) return;
    const entry = entryOfVariant(identity);
    this.#variantEntries.set(identity.key, entry);
    this.#index.add(entry);
    for (const { id } of identity.variant?.enchantments ?? []) {
      this.#enchantments.set(id, (this.#enchantments.get(id) ?? 0) + 1);
    }
  }

  #isSoldBy(sellersOf: SellersOf): IsSold {
    return (entry) => (this.#isCurrent(entry) ? sellersOf(entry.choice) > 0 : null);
  }

  #isCurrent(entry: CatalogueEntry): boolean {
    const { type, key } = entry.choice;
    return (key === undefined ? this.#typeEntries.get(type) : this.#variantEntries.get(key)) === entry;
  }

  #dropVariant({ key, variant }: Identity): void {
    this.#variantEntries.delete(key);
    for (const { id } of variant?.enchantments ?? []) {
      const left = (this.#enchantments.get(id) ?? 0) - 1;
      if (left > 0) this.#enchantments.set(id, left);
      else this.#enchantments.delete(id);
    }
  }
}

function isType(type: string): boolean {
  return type !== '' && type.length <= MAX_CHARACTERS;
}

/** Whether the name is one that people may know the plain item by. */
function isNamed(identity: Identity, name: string): boolean {
  const { type } = identity;
  return isPlain(identity) && isType(type) && !isNameOfType(name, type);
}

function areNamedAlike({ names }: CatalogueEntry, other: CatalogueEntry): boolean {
  return names.length === other.names.length && names.every(({ spaced }, at) => spaced === other.names[at]?.spaced);
}
