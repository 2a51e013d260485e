import { playerKey, playerKeys } from '../player.ts';
import { WordIndex } from '../search/suggest-words.ts';
import { type RowsByKey, rowsOf, type SortedRows } from './rows-by-key.ts';
import type { Owner, Shop } from './shop.ts';
import type { ShopTable } from './shop-table.ts';
import { eachInSlices } from './slices.ts';

/** The shops of each owner, found by name or uuid. */
export class ShopsByOwner {
  readonly #shops: ShopTable;
  readonly #rows: SortedRows;
  /** Numbers of owners by the `playerKeys`: a player with another name now has the same uuid. */
  readonly #owners: ReadonlyMap<string, readonly number[]>;
  readonly #names: WordIndex;

  /**
   * @param rows of the table, by owner: most shops share their owner's object with others
   * @param previous of the snapshot before: its names, if they are the same, need no other index
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

  /** @param player the name, in any case, or the uuid, with dashes or without */
  of(player: string): readonly Shop[] {
    return this.rowsOf(player).flatMap((row) => this.#shops.at(row) ?? []);
  }

  /** The rows of the player's shops. */
  rowsOf(player: string): readonly number[] {
    const numbers = this.#owners.get(playerKey(player)) ?? [];
    return numbers.flatMap((number) => [...rowsOf(this.#rows, number)]);
  }

  /** The `playerKeys` of all owners. */
  keys(): Iterable<string> {
    return this.#owners.keys();
  }

  /** The names of all owners, or the uuid of one without a name, each once. */
  names(): Iterable<string> {
    return this.#names.words;
  }

  /** Names that hold what was typed: see `suggestWords`. */
  suggest(text: string): string[] {
    return this.#names.suggest(text);
  }

  /** Names that may be meant: see `nearestWords`. */
  nearest(text: string): string[] {
    return this.#names.nearest(text);
  }
}

/** Names remembered at most. */
const MOST = 20_000;

/**
 * Names that owners of shops had in earlier snapshots, so that a player is found by them. Names are only ever added, so that
 * all markets may share one of these.
 */
export class FormerNames {
  readonly #uuids = new Map<string, string>();

  /** Notes that a shop of `before` is one of `now`: the same player may be called otherwise. */
  note(before: Owner, now: Owner): void {
    if (before.name === now.name || before.name === null || before.uuid !== now.uuid) return;
    if (now.uuid === '') return;
    const name = playerKey(before.name);
    this.#uuids.delete(name);
    if (this.#uuids.size < MOST) this.#uuids.set(name, playerKey(now.uuid));
  }

  /** The uuid of the player who had this name last, in any case; null if none is known. */
  uuidOf(name: string): string | null {
    return this.#uuids.get(playerKey(name)) ?? null;
  }
}
