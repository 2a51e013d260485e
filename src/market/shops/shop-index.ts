import { contentsOf } from '../item/contents.ts';
import { FormerKeys } from '../item/former-keys.ts';
import type { Identity } from '../item/item.ts';
import { Catalogue, SnapshotGoods } from '../search/catalogue.ts';
import type { OtherNamesOfType } from '../search/catalogue-entry.ts';
import { ItemGroups, type ItemShops } from './item-groups.ts';
import { RowsByKey } from './rows-by-key.ts';
import { Sellers } from './sellers.ts';
import type { Owner, Shop } from './shop.ts';
import { ShopColumns } from './shop-columns.ts';
import type { ShopTable } from './shop-table.ts';
import { FormerNames, ShopsByOwner } from './shops-by-owner.ts';
import { ShopsByPlace } from './shops-by-place.ts';
import { eachInSlices } from './slices.ts';
import { sells } from './unit-price.ts';

const SHOPS_PER_INDEX_SLICE = 64;

/** All lookups of the shops of one snapshot. Each snapshot has its own index. */
export interface ShopIndex {
  readonly shops: ShopTable;
  readonly columns: ShopColumns;
  readonly groups: ItemGroups;
  readonly byOwner: ShopsByOwner;
  readonly byPlace: ShopsByPlace;
  /** By the type of the stacks in a container, at any depth. */
  readonly byContained: ReadonlyMap<string, readonly Shop[]>;
  readonly byCanvas: ReadonlyMap<string, readonly Shop[]>;
  readonly worlds: ReadonlySet<string>;
  /** The Overworld with most shops, or null without one. */
  readonly mainOverworld: string | null;
  readonly sellers: Sellers;
  readonly catalogue: Catalogue;
  /** Shared with the previous index, since entries are only ever added. */
  readonly formerKeys: FormerKeys;
  /** Shared with the previous index, since entries are only ever added. */
  readonly formerNames: FormerNames;
}

/**
 * Builds the index of a snapshot's shops. Yields often.
 * @param isNew by row: 0 if the shop is the same object as in the previous index
 * @param previous the previous index; unchanged parts are reused, and its items stay findable
 * @param otherNames additional names by which types are found, always the same
 */
export function* indexShops(
  shops: ShopTable,
  isNew: Uint8Array,
  previous: ShopIndex | null,
  otherNames?: OtherNamesOfType,
): Generator<void, ShopIndex> {
  const columns = new ShopColumns(shops.length);
  const byPlace = new ShopsByPlace(shops);
  const ownerRows = new RowsByKey<Owner>(shops.length);
  const itemRows = new RowsByKey<string>(shops.length);
  const identities: Identity[] = [];
  const formerKeys = previous?.formerKeys ?? new FormerKeys();
  let row = 0;
  // One pass, because reading a shop from memory costs more than the work on it.
  yield* eachInSlices(shops, (shop) => {
    const { owner, item } = shop;
    columns.put(row, shop);
    byPlace.put(row, shop);
    ownerRows.put(row, owner);
    if (itemRows.put(row, item.identity.key)) identities.push(item.identity);
    if (isNew[row] !== 0) formerKeys.note(item);
    row += 1;
  });
  const byOwner = yield* ShopsByOwner.of(shops, ownerRows, previous?.byOwner ?? null);
  const groups = yield* ItemGroups.of(shops, itemRows, identities, isNew, previous?.groups ?? null);
  const goods = yield* GoodsOfGroups.of(groups);
  return {
    ...{ shops, columns, groups, byOwner, byPlace, sellers: goods.sellers },
    byContained: goods.byContained,
    byCanvas: goods.byCanvas,
    worlds: new Set(columns.shopsByWorld.keys()),
    mainOverworld: columns.mainOverworld(),
    catalogue: yield* Catalogue.of(goods.goods, previous?.catalogue ?? null, otherNames),
    formerKeys,
    formerNames: previous?.formerNames ?? new FormerNames(),
  };
}

/** Collects the goods in all shops and containers, with the shops of each. Each container is opened once. */
class GoodsOfGroups {
  readonly goods = new SnapshotGoods();
  readonly sellers = new Sellers();
  readonly byContained = new Map<string, Shop[]>();
  readonly byCanvas = new Map<string, Shop[]>();

  static *of(groups: ItemGroups): Generator<void, GoodsOfGroups> {
    const found = new GoodsOfGroups();
    let visited = 0;
    for (const group of groups.all()) {
      found.#add(group);
      visited += 1;
      for (const shop of group.filled) {
        found.#addContents(shop);
        if (++visited % SHOPS_PER_INDEX_SLICE === 0) yield;
      }
      if (visited % SHOPS_PER_INDEX_SLICE === 0) yield;
    }
    return found;
  }

  #add({ identity, names, asks, bids, others, bareSellers }: ItemShops): void {
    if (bareSellers > 0) this.sellers.addBare(identity, bareSellers);
    this.goods.addIdentity(identity);
    for (const [name, shops] of names) this.goods.addName(identity, name, shops);
    const canvas = identity.variant?.canvas;
    if (!canvas) return;
    for (const shops of [asks, bids, others]) for (const shop of shops) push(this.byCanvas, canvas, shop);
  }

  #addContents(shop: Shop): void {
    const isSelling = sells(shop);
    let last = shop.item.identity;
    if (isSelling) this.sellers.add(last, shop);
    for (const { identity, name } of contentsOf(shop.item)) {
      this.goods.add(identity, name);
      push(this.byContained, identity.type, shop);
      // Most boxes hold many stacks of one item.
      if (identity === last) continue;
      last = identity;
      if (isSelling) this.sellers.add(identity, shop);
      const canvas = identity.variant?.canvas;
      if (canvas && canvas !== shop.item.identity.variant?.canvas) push(this.byCanvas, canvas, shop);
    }
  }
}

/** Adds a shop to a list once. The stacks of one shop must come in a row. */
function push(lists: Map<string, Shop[]>, key: string, shop: Shop): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [shop]);
  else if (list.at(-1) !== shop) list.push(shop);
}
