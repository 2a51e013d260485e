import { contentsOf } from './contents.ts';
import { type Identity, type Item, mixedKeyOf } from './item.ts';

/** Identities known at most. A market has some thousands; names that players give have no limit. */
const MOST = 20_000;

/**
 * Kinds of goods by the key that Crier up to 0.3.0 gave them, where it gave another. An old key stands for several
 * kinds where new traits split the price, and for the kind without its name where the name no longer does. Kinds are
 * only ever added, so that all markets may share one of these.
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
    const { key, formerKey } = identity;
    if (formerKey === undefined || this.#size >= MOST) return;
    const kinds = this.#kinds.get(formerKey);
    if (kinds?.has(key)) return;
    if (kinds === undefined) this.#kinds.set(formerKey, new Map([[key, identity]]));
    else kinds.set(key, identity);
    this.#size += 1;
    // A damaged item is ambiguous: a name splits the price of undamaged goods alone.
    if (mixedKeyOf(identity) === null && !condition?.damaged) this.#renamed.push(identity);
  }
}

const NONE: readonly Identity[] = [];
