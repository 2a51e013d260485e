import type { Identity } from '../item/item.ts';
import type { Catalogue } from '../search/catalogue.ts';

/** Identities between two yields. */
const SLICE = 64;

/** How many stacks more (or less) there are of an identity, by their names. */
interface Stacks {
  readonly identity: Identity;
  /** Of most of them. */
  readonly name: string;
  times: number;
  others: Map<string, number> | null;
}

/** Counts stacks that come into shops and leave them, for the catalogue to be told once of each identity. */
export class StackCounts {
  readonly #byKey = new Map<string, Stacks>();
  /** The one that was counted last is likely to be counted again. */
  #last: Stacks | null = null;

  /** `times`: how many have come; those that have left are below 0. */
  count(identity: Identity, name: string, times: number): void {
    const stacks = this.#stacksOf(identity, name);
    if (stacks.name === name) {
      stacks.times += times;
      return;
    }
    stacks.others ??= new Map();
    stacks.others.set(name, (stacks.others.get(name) ?? 0) + times);
  }

  *tell(catalogue: Catalogue): Generator<void, void> {
    let told = 0;
    for (const { identity, name, times, others } of this.#byKey.values()) {
      tellOf(catalogue, identity, name, times);
      for (const [other, by] of others ?? []) tellOf(catalogue, identity, other, by);
      if (++told % SLICE === 0) yield;
    }
    this.#byKey.clear();
    this.#last = null;
  }

  #stacksOf(identity: Identity, name: string): Stacks {
    if (this.#last?.identity === identity) return this.#last;
    let stacks = this.#byKey.get(identity.key);
    if (stacks === undefined) {
      stacks = { identity, name, times: 0, others: null };
      this.#byKey.set(identity.key, stacks);
    }
    this.#last = stacks;
    return stacks;
  }
}

function tellOf(catalogue: Catalogue, identity: Identity, name: string, times: number): void {
  if (times > 0) catalogue.note(identity, name, times);
  if (times < 0) catalogue.forget(identity, name, -times);
}
