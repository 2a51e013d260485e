import { contentsOf } from './contents.ts';
import { type Identity, type Item, mixedKeyOf } from './item.ts';

/** Maximum number of remembered identities. A market has some thousands, but names given by players have no limit. */
const MOST_FORMER_IDENTITIES = 20_000;

/**
 * Identities by the keys that Crier up to 0.3.0 gave them, if different, and by the keys under former names of their
 * type. An old key maps to several identities if new traits split the price. Entries are only ever added, so all
 * markets can share one instance.
 */
export class FormerKeys {
  readonly #kinds = new Map<string, Map<string, Identity>>();
  #size = 0;
  #renamed: Identity[] = [];

  /** Remembers the item and its contents. */
  note(item: Item): void {
    this.#add(item);
    if (item.contents.length > 0) for (const held of contentsOf(item)) this.#add(held);
  }

  /** Returns the identities that had this key and have another now, in the order of their discovery. */
  of(key: string): readonly Identity[] {
    const kinds = this.#kinds.get(key);
    return kinds === undefined ? NO_IDENTITIES : [...kinds.values()];
  }

  /**
   * Returns the identities discovered since the last call whose former key included a name that no longer splits the
   * price.
   */
  takeRenamed(): readonly Identity[] {
    const renamed = this.#renamed;
    this.#renamed = [];
    return renamed;
  }

  #add({ identity, condition }: Item): void {
    const { formerKey, renamedKeys } = identity;
    for (const renamed of renamedKeys ?? NO_RENAMED_KEYS) this.#addUnder(renamed, identity);
    if (formerKey === undefined || !this.#addUnder(formerKey, identity)) return;
    // A damaged item is ambiguous, because a name only splits the price of undamaged goods.
    if (mixedKeyOf(identity) === null && !condition?.damaged) this.#renamed.push(identity);
  }

  /** @returns whether the identity is new under that key */
  #addUnder(former: string, identity: Identity): boolean {
    const kinds = this.#kinds.get(former);
    if (this.#size >= MOST_FORMER_IDENTITIES || kinds?.has(identity.key)) return false;
    if (kinds === undefined) this.#kinds.set(former, new Map([[identity.key, identity]]));
    else kinds.set(identity.key, identity);
    this.#size += 1;
    return true;
  }
}

const NO_IDENTITIES: readonly Identity[] = [];
const NO_RENAMED_KEYS: readonly string[] = [];
