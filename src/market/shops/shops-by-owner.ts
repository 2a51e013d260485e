import { playerKey, playerKeys } from '../player.ts';
import { WordIndex } from '../search/suggest-words.ts';
import { type RowsByKey, rowsOfKey, type SortedRows } from './rows-by-key.ts';
import type { Owner, Shop } from './shop.ts';
import type { ShopTable } from './shop-table.ts';
import { eachInSlices } from './slices.ts';

/** The shops of each owner, indexed by name and uuid. */
export class ShopsByOwner {
  readonly #shops: ShopTable;
  readonly #rows: SortedRows;
  /** Indexes of owners in the table's order, by `playerKeys`. A renamed player keeps the uuid. */
  readonly #owners: ReadonlyMap<string, readonly number[]>;
  readonly #names: WordIndex;

  /**
   * Indexes the shops of a snapshot. Yields often.
   * @param rows rows of the table by owner; most shops share their owner's object with others
   * @param previous the previous index; its index of names is reused if the names are the same
   */
  static *of(shops: ShopTable, rows: RowsByKey<Owner>, previous: ShopsByOwner | null): Generator<void, ShopsByOwner> {
    const owners = new Map<string, number[]>();
    const names = new Set<string>();
    let number = 0;
    yield* eachInSlices(rows.keys, (owner) => {
      for (const key of playerKeys(owner)) {
        const known = owners.get(key);
        if (known === undefined) owners.set(key, [number]);
        else known.push(number);
      }
      names.add(owner.name ?? owner.uuid);
      number += 1;
    });
    const words = yield* WordIndex.of(names, previous === null ? undefined : previous.#names);
    return new ShopsByOwner(shops, yield* rows.sorted(), owners, words);
  }

  private constructor(
    shops: ShopTable,
    rows: SortedRows,
    owners: ReadonlyMap<string, readonly number[]>,
    names: WordIndex,
  ) {
    this.#shops = shops;
    this.#rows = rows;
    this.#owners = owners;
    this.#names = names;
  }

  /** @param player name in any case, or uuid with or without dashes */
  of(player: string): readonly Shop[] {
    return this.rowsOf(player).flatMap((row) => this.#shops.at(row) ?? []);
  }

  /** Whether several owners may have this name in any case, or one owner under several spellings. */
  isShared(name: string): boolean {
    return (this.#owners.get(playerKey(name))?.length ?? 0) > 1;
  }

  /** Returns the rows of the player's shops. */
  rowsOf(player: string): readonly number[] {
    const numbers = this.#owners.get(playerKey(player)) ?? [];
    return numbers.flatMap((number) => [...rowsOfKey(this.#rows, number)]);
  }

  /** Returns the `playerKeys` of all owners. */
  keys(): Iterable<string> {
    return this.#owners.keys();
  }

  /** Returns the owners' names, or the uuid if there is no name, each once. */
  names(): Iterable<string> {
    return this.#names.words;
  }

  /** Returns names that contain the typed text, see `suggestWords`. */
  suggest(text: string): string[] {
    return this.#names.suggest(text);
  }

  /** Returns the names nearest to a mistyped one, see `nearestWords`. */
  nearest(text: string): string[] {
    return this.#names.nearest(text);
  }
}

const MOST_FORMER_NAMES = 20_000;

/**
 * Names that owners of shops had in earlier snapshots, so that search finds a renamed player. Names are only ever
 * added, so all markets can share one instance.
 */
export class FormerNames {
  readonly #uuids = new Map<string, string>();

  /** Remembers the old name of an owner whose shop continues under a new name. */
  note(before: Owner, now: Owner): void {
    if (before.name === now.name || before.name === null || before.uuid !== now.uuid) return;
    if (now.uuid === '') return;
    const name = playerKey(before.name);
    this.#uuids.delete(name);
    if (this.#uuids.size < MOST_FORMER_NAMES) this.#uuids.set(name, playerKey(now.uuid));
  }

  /** Returns the uuid of the last player with this name in any case, or null if unknown. */
  uuidOf(name: string): string | null {
    return this.#uuids.get(playerKey(name)) ?? null;
  }
}
