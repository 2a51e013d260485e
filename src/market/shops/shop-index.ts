import { CopyOnWriteLists } from '../copy-on-write-lists.ts';
import { CopyOnWriteMap } from '../copy-on-write-map.ts';
import { Counts } from '../counts.ts';
import { contentsOf } from '../item/contents.ts';
import { FormerKeys } from '../item/former-keys.ts';
import type { Item } from '../item/item.ts';
import { Catalogue } from '../search/catalogue.ts';
import type { OtherNames } from '../search/catalogue-entry.ts';
import { FormerNames } from './former-names.ts';
import { ItemGroups } from './item-groups.ts';
import { Sellers, sells } from './sellers.ts';
import type { Location, Shop } from './shop.ts';
import { ShopTable } from './shop-table.ts';
import { ShopsByOwner } from './shops-by-owner.ts';
import { isSamePlace, ShopsByPlace } from './shops-by-place.ts';
import { StackCounts } from './stack-counts.ts';

/**
 * Every way to find the shops of one snapshot. What stands under a place, an owner or what is held knows shops by their ids, so that
 * another price or stock changes nothing there. A copy shares what is equal with its original. `settle` ends what `add`, `replace`
 * and `remove` began.
 */
export class ShopIndex {
  readonly shops: ShopTable;
  readonly groups: ItemGroups;
  readonly catalogue: Catalogue;
  /** Shared with the index of the snapshot before. */
  readonly formerKeys: FormerKeys;
  /** Shared likewise. */
  readonly formerNames: FormerNames;
  readonly byOwner: ShopsByOwner;
  /** By the type of what stands in a container, at any depth. */
  readonly byContained: CopyOnWriteLists<string, number>;
  readonly byCanvas: CopyOnWriteLists<string, number>;
  readonly countByWorld: Counts;
  readonly sellers: Sellers;
  readonly #byPlace: ShopsByPlace;
  /** What the catalogue is to be told. */
  readonly #stacks = new StackCounts();

  /**
   * `size`: shops that an empty one will hold, more or less. `otherNames`: further names by which an empty one finds
   * types. `formerKeys` and `formerNames`: those of the market before an empty one.
   */
  constructor(
    size: number,
    from?: ShopIndex,
    otherNames?: OtherNames,
    { formerKeys, formerNames }: Pick<ShopIndex, 'formerKeys' | 'formerNames'> = {
      formerKeys: new FormerKeys(),
      formerNames: new FormerNames(),
    },
  ) {
    this.shops = from?.shops.next() ?? ShopTable.for(size);
    this.groups = from?.groups.next() ?? new ItemGroups();
    this.catalogue = from?.catalogue.next() ?? new Catalogue(otherNames);
    this.formerKeys = from?.formerKeys ?? formerKeys;
    this.formerNames = from?.formerNames ?? formerNames;
    this.byOwner = from?.byOwner.next() ?? new ShopsByOwner();
    this.byContained = from?.byContained.next() ?? new CopyOnWriteLists(new CopyOnWriteMap());
    this.byCanvas = from?.byCanvas.next() ?? new CopyOnWriteLists(new CopyOnWriteMap());
    this.countByWorld = from?.countByWorld.next() ?? new Counts();
    this.sellers = from?.sellers.next() ?? new Sellers();
    this.#byPlace = from ? from.#byPlace.next() : ShopsByPlace.for(size);
  }

  next(): ShopIndex {
    return new ShopIndex(0, this);
  }

  at(location: Location): readonly Shop[] {
    const found: Shop[] = [];
    for (const id of this.#byPlace.near(location)) {
      const shop = this.shops.get(id);
      if (shop !== undefined && isSamePlace(shop.location, location)) found.push(shop);
    }
    return found;
  }

  withIds(ids: readonly number[]): readonly Shop[] {
    return ids.flatMap((id) => this.shops.get(id) ?? []);
  }

  /** Takes in a shop, if its id is new; tells whether it is. */
  add(shop: Shop): boolean {
    if (!this.shops.add(shop)) return false;
    this.groups.add(shop);
    this.formerKeys.note(shop.item);
    this.byOwner.add(shop.owner, shop.id);
    this.#addPlace(shop);
    this.#noteGoods('add', shop);
    this.sellers.add(shop, 1);
    return true;
  }

  /** The shop `before` is otherwise now. */
  replace(before: Shop, shop: Shop): void {
    this.shops.replace(shop);
    this.groups.remove(before);
    this.groups.add(shop);
    this.formerKeys.note(shop.item);
    this.formerNames.note(before.owner, shop.owner);
    if (before.owner.name !== shop.owner.name || before.owner.uuid !== shop.owner.uuid) {
      this.byOwner.remove(before.owner, shop.id);
      this.byOwner.add(shop.owner, shop.id);
    }
    if (!isSamePlace(before.location, shop.location)) {
      this.#removePlace(before);
      this.#addPlace(shop);
    }
    const isSame = areSameGoods(before.item, shop.item);
    if (!isSame) {
      this.#noteGoods('remove', before);
      this.#noteGoods('add', shop);
    }
    if (isSame && sells(before) === sells(shop)) return;
    this.sellers.add(before, -1);
    this.sellers.add(shop, 1);
  }

  remove(shop: Shop): void {
    this.shops.delete(shop.id);
    this.groups.remove(shop);
    this.byOwner.remove(shop.owner, shop.id);
    this.#removePlace(shop);
    this.#noteGoods('remove', shop);
    this.sellers.add(shop, -1);
  }

  /** `previous`: the index of the snapshot before; what its catalogue knew stays known. */
  *settle(previous?: ShopIndex): Generator<void, void> {
    yield* this.groups.settle(this.#stacks);
    const parts = [this.byOwner, this.byContained, this.byCanvas, this.#byPlace, this.countByWorld, this.sellers];
    for (const part of parts) yield* part.settle();
    yield* this.#stacks.tell(this.catalogue);
    yield* this.catalogue.settle(previous?.catalogue);
  }

  #addPlace({ location, id }: Shop): void {
    this.#byPlace.add(location, id);
    this.countByWorld.add(location.world, 1);
  }

  #removePlace({ location, id }: Shop): void {
    this.#byPlace.remove(location, id);
    this.countByWorld.add(location.world, -1);
  }

  /** Ways to find it by its goods, beside what it sells itself: they come or go. */
  #noteGoods(turn: 'add' | 'remove', { item, id }: Shop): void {
    const canvas = item.identity.variant?.canvas;
    if (canvas) this.byCanvas[turn](canvas, id);
    if (item.contents.length === 0) return;
    const held = heldIn(item);
    for (const other of held.canvases) this.byCanvas[turn](other, id);
    for (const type of held.types) this.byContained[turn](type, id);
    for (const { identity, name } of held.stacks) this.#stacks.count(identity, name, turn === 'add' ? 1 : -1);
  }
}

/** What a container holds, types and paintings once each; of these not the one that it is itself. */
function heldIn(container: Item) {
  const stacks = contentsOf(container);
  const canvases = new Set<string>();
  for (const { identity } of stacks) if (identity.variant?.canvas) canvases.add(identity.variant.canvas);
  canvases.delete(container.identity.variant?.canvas ?? '');
  return { stacks, canvases, types: new Set(stacks.map(({ identity }) => identity.type)) };
}

/** Whether they are found in the same ways, however many they are. */
function areSameGoods(before: Item, now: Item): boolean {
  return (
    before.identity.key === now.identity.key &&
    before.name === now.name &&
    before.contents.length === now.contents.length &&
    now.contents.every((held, slot) => areSameGoods(before.contents[slot] ?? held, held))
  );
}
