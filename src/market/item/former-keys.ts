import { contentsOf } from './contents.ts';
import { type Identity, type Item, mixedKeyOf } from './item.ts';

/** Identities known at most. A market has some thousands; names that players give have no limit. */
const MOST = 20_000;

/**
 * Kinds of goods by the key that Crier up to 0.3.0 gave them, where it gave another, and by those under former names of
 * their type. An old key stands for several kinds where new traits split the price, and for the kind without its name
 * where the name no longer does. Kinds are only ever added, so that all markets may share one of these.
 */
export class FormerKeys {
  readonly #kinds = new Map<string, Map<string, Identity>>();
  #size = 0;
  #renamed: Identity[] = [];

  /** Notes the item and its contents. */
  note(item: Item): void {
    this.#add(item);
    if (item.contents.length > 0) for (const held of contentsOf(item)) this.#add(held);
  }

  /** The kinds that had this key and have another now, in the order in which they became known. */
  of(key: string): readonly Identity[] {
    const kinds = this.#kinds.get(key);
    return kinds === undefined ? NONE : [...kinds.values()];
  }

  /** Kinds whose former key stood for a name that splits no price any more, each once, noted since the last call. */
  takeRenamed(): readonly Identity[] {
    const renamed = this.#renamed;
    this.#renamed = [];
    return renamed;
  }

  #add({ identity, condition }: Item): void {
    const { formerKey, renamedKeys } = identity;
    for (const renamed of renamedKeys ?? NO_KEYS) this.#addUnder(renamed, identity);
    if (formerKey === undefined || !this.#addUnder(formerKey, identity)) return;
    // A damaged item is ambiguous: a name splits the price of undamaged goods alone.
    if (mixedKeyOf(identity) === null && !condition?.damaged) this.#renamed.push(identity);
  }

  /** @returns whether the kind was not known by that key, and is now */
  #addUnder(former: string, identity: Identity): boolean {
    const kinds = this.#kinds.get(former);
    if (this.#size >= MOST || kinds?.has(identity.key)) return false;
    if (kinds === undefined) this.#kinds.set(former, new Map([[identity.key, identity]]));
    else kinds.set(identity.key, identity);
    this.#size += 1;
    return true;
  }
}

const NONE: readonly Identity[] = [];
const NO_KEYS: readonly string[] = [];
