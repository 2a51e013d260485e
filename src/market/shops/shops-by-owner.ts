import { CopyOnWriteLists, editOf, type ListEdit } from '../copy-on-write-lists.ts';
import { CopyOnWriteMap } from '../copy-on-write-map.ts';
import { Counts } from '../counts.ts';
import { playerKey, playerKeys } from '../player.ts';
import { WordIndex } from '../search/word-index.ts';
import type { Owner } from './shop.ts';

/**
 * The ids of each owner's shops. A copy shares what is equal with its original. `settle` ends what `add` and `remove` began.
 */
export class ShopsByOwner {
  /** By the `playerKeys` of the owner. */
  readonly #shops: CopyOnWriteLists<string, number>;
  /** By the owner's name, or the uuid of one without a name. */
  readonly #counts: Counts;
  /** The same, as they are searched. */
  readonly #words: WordIndex;
  /** Most shops share their owner's object with others. */
  readonly #edits = new Map<Owner, ListEdit<number>>();

  constructor(
    shops = new CopyOnWriteLists<string, number>(new CopyOnWriteMap()),
    counts = new Counts(),
    words = new WordIndex(),
  ) {
    this.#shops = shops;
    this.#counts = counts;
    this.#words = words;
  }

  next(): ShopsByOwner {
    return new ShopsByOwner(this.#shops.next(), this.#counts.next(), this.#words.next());
  }

  /** By the player's name, in any case, or uuid, with dashes or without. */
  of(player: string): readonly number[] {
    return this.#shops.at(playerKey(player));
  }

  /** The `playerKeys` of all owners. */
  keys(): Iterable<string> {
    return this.#shops.keys();
  }

  /** The names of all owners, or the uuid of one without a name, each once. */
  names(): Iterable<string> {
    return this.#counts.texts();
  }

  /** Names that hold what was typed: see `suggestWords`. */
  suggest(text: string): string[] {
    return this.#words.suggest(text, (name) => this.#isHere(name));
  }

  /** Names that may be meant: see `nearestWords`. */
  nearest(text: string): string[] {
    return this.#words.nearest(text, (name) => this.#isHere(name));
  }

  add(owner: Owner, id: number): void {
    editOf(this.#edits, owner).come.push(id);
  }

  remove(owner: Owner, id: number): void {
    editOf(this.#edits, owner).gone.add(id);
  }

  *settle(): Generator<void, void> {
    // A player of another name has the same uuid: the shop is to be taken out before it is taken in.
    for (const [owner, { gone }] of this.#edits) if (gone.size > 0) yield* this.#edit(owner, { gone, come: [] });
    for (const [owner, { come }] of this.#edits)
      if (come.length > 0) yield* this.#edit(owner, { gone: new Set(), come });
    this.#edits.clear();
    for (const name of yield* this.#counts.settle()) this.#words.add(name);
    yield* this.#words.settle((name) => this.#isHere(name));
  }

  #isHere(name: string): boolean {
    return this.#counts.of(name) > 0;
  }

  *#edit(owner: Owner, edit: ListEdit<number>): Generator<void, void> {
    for (const key of playerKeys(owner)) yield* this.#shops.edit(key, edit);
    this.#counts.add(owner.name ?? owner.uuid, edit.come.length - edit.gone.size);
  }
}
