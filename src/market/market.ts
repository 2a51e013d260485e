import type { Change, MarketEvent, Trade } from './change.ts';
import type { FormerKeys } from './item/former-keys.ts';
import type { Identity, ItemChoice } from './item/item.ts';
import { playerKey } from './player.ts';
import type { Catalogue } from './search/catalogue.ts';
import type { ItemShops } from './shops/item-groups.ts';
import { soldKeys, soldTypes } from './shops/sellers.ts';
import { type Location, type Owner, type Shop, UNLIMITED } from './shops/shop.ts';
import type { ShopIndex } from './shops/shop-index.ts';
import type { Shops } from './shops/shop-table.ts';
import { sells } from './shops/unit-price.ts';

/** A shop's stock in items. `estimated`: lowered by trades since the snapshot, not told by the service. */
export interface Stock {
  readonly remaining: number;
  readonly estimated: boolean;
}

/**
 * The market as one snapshot told it, made by `load`, with the stock that trades have taken since. The shops themselves
 * never change; the next snapshot makes a new market.
 */
export class Market {
  /** Every way to find its shops. */
  readonly index: ShopIndex;
  /** When its snapshot was taken, epoch ms: what names it. */
  readonly snapshotAt: number;
  /** Records of the snapshot that a later one of the same id replaced. */
  readonly duplicates: number;
  /** Shops of the snapshot before that this one lacks, though it is doubted. They are not part of the market. */
  readonly missing: ReadonlyMap<number, Shop>;
  /** A Crier before 0.4.0 read it, which refused some records that are read today. */
  readonly isOfOlderReader: boolean;
  readonly #liveStock = new Map<number, number>();
  /** By type and by key, the shops that trades since the snapshot have emptied. */
  readonly #emptied = new Map<string, number>();
  #takenAt: number;

  constructor(
    index: ShopIndex,
    snapshotAt: number,
    duplicates: number,
    missing: ReadonlyMap<number, Shop>,
    isOfOlderReader = false,
  ) {
    this.index = index;
    this.snapshotAt = snapshotAt;
    this.#takenAt = snapshotAt;
    this.duplicates = duplicates;
    this.missing = missing;
    this.isOfOlderReader = isOfOlderReader;
  }

  /** When the snapshot was taken, or last confirmed; epoch ms. */
  get takenAt(): number {
    return this.#takenAt;
  }

  /** The service has no other snapshot as of `at` (epoch ms; a 304): the same as if it had told all shops again. */
  confirm(at: number): void {
    this.#takenAt = at;
    this.#liveStock.clear();
    this.#emptied.clear();
  }

  /** In no certain order. */
  get shops(): Shops {
    return this.index.shops;
  }

  shop(id: number): Shop | undefined {
    return this.index.shops.get(id);
  }

  shopsAt(location: Location): readonly Shop[] {
    return this.index.byPlace.at(location);
  }

  /** The shops of one identity, in their order. */
  ofKey(key: string): ItemShops | undefined {
    return this.index.groups.get(key);
  }

  /** The shops of every variant of the type, unknown ones too. */
  ofType(type: string): readonly ItemShops[] {
    return this.index.groups.ofType(type);
  }

  /** Counts the shops that sell the item now, containers of it included: as many as `/shop` lists. */
  readonly sellersOf = (choice: ItemChoice): number =>
    this.index.sellers.of(choice) - (this.#emptied.get(choice.key ?? choice.type) ?? 0);

  /** Shops of containers that hold an item of the type, at any depth. */
  containing(type: string): readonly Shop[] {
    return this.index.byContained.get(type) ?? [];
  }

  /** By the player's name, in any case, or uuid, with dashes or without. */
  ownedBy(player: string): readonly Shop[] {
    return this.index.byOwner.of(player);
  }

  /** Owners of this name, in any case, one for each uuid, those with most shops first; a uuid is no name. */
  ownersCalled(name: string): readonly { readonly owner: Owner; readonly shops: number }[] {
    const key = playerKey(name);
    const called = this.ownedBy(name).filter(({ owner }) => owner.name !== null && playerKey(owner.name) === key);
    const byUuid = Map.groupBy(called, ({ owner }) => playerKey(owner.uuid));
    const owners = [...byUuid.values()].flatMap((shops) =>
      shops[0] ? [{ owner: shops[0].owner, shops: shops.length }] : [],
    );
    return owners.sort((a, b) => b.shops - a.shops);
  }

  /** Shops of the player of a filter, by name or uuid, each once. */
  ofPlayer(name: string, uuid: string | undefined): readonly Shop[] {
    const named = this.ownedBy(name);
    return uuid === undefined ? named : [...new Set([...named, ...this.ownedBy(uuid)])];
  }

  /** Shops of the painting `<author_uuid>_<integer>`, as itself or in a container. */
  shopsOfCanvas(canvas: string): readonly Shop[] {
    return this.index.byCanvas.get(canvas.toLowerCase()) ?? [];
  }

  /** Whose shop stands there, where only one does. */
  soleOwnerAt(location: Location): Owner | null {
    const [shop, another] = this.shopsAt(location);
    return shop && !another ? shop.owner : null;
  }

  get catalogue(): Catalogue {
    return this.index.catalogue;
  }

  /** The kinds that a key of an earlier Crier stands for now, each once: its own, where it is known, comes first. */
  kindsOf(formerKey: string): readonly Identity[] {
    const own = this.catalogue.identityOf(formerKey);
    const others = this.formerKeys.of(formerKey);
    return own === undefined ? others : [own, ...others];
  }

  /** Kinds by the key that an earlier Crier gave them. */
  get formerKeys(): FormerKeys {
    return this.index.formerKeys;
  }

  /** Each once. */
  get ownerNames(): Iterable<string> {
    return this.index.byOwner.names();
  }

  /** Each once. */
  get worlds(): Iterable<string> {
    return this.index.worlds;
  }

  canvases(): Iterable<string> {
    return this.index.byCanvas.keys();
  }

  /** Of shops whose stock is not that of the snapshot any more. */
  changedIds(): Iterable<number> {
    return this.#liveStock.keys();
  }

  /** The stock as far as it is known now. */
  remainingOf(shop: Shop): Stock {
    const live = this.#liveStock.get(shop.id);
    return live === undefined ? { remaining: shop.remaining, estimated: false } : { remaining: live, estimated: true };
  }

  /**
   * Takes in an event of the stream. A purchase lowers the live stock of its shop by the moved count, not below 0 and
   * never of an unlimited one; a sale leaves it, as the owner may have emptied the chest. Differences between snapshots
   * do not see this.
   */
  apply(event: MarketEvent): Change {
    const { identity } = event.item;
    const shop = event.kind === 'auction' ? null : shopOfTrade(this.shopsAt(event.location), event);
    // What stands in a shop is known already.
    if (shop?.item.identity.key !== identity.key) this.catalogue.hear(identity);
    this.formerKeys.note(event.item);
    if (event.kind === 'auction') return { kind: 'auctioned', at: event.at, auction: event };
    // A shop of another item stands there only if the snapshot is older than the shop that the trade is of.
    if (shop && event.kind === 'purchase' && shop.item.identity.type === identity.type) {
      const { remaining } = this.remainingOf(shop);
      if (remaining !== UNLIMITED) this.#lower(shop, remaining, Math.max(0, remaining - event.moved));
    }
    return { kind: 'traded', at: event.at, trade: event, shop };
  }

  #lower(shop: Shop, before: number, remaining: number): void {
    this.#liveStock.set(shop.id, remaining);
    if (!sells(shop, before) || sells(shop, remaining)) return;
    for (const name of [...soldTypes(shop), ...soldKeys(shop)]) {
      this.#emptied.set(name, (this.#emptied.get(name) ?? 0) + 1);
    }
  }
}

/**
 * Finds the shop of a trade among those at its place: the only one, else the only one with its item type, side and
 * sign, else the only one of these with its variant.
 * @returns null if none matches, or several do
 */
function shopOfTrade(atPlace: readonly Shop[], trade: Trade): Shop | null {
  if (atPlace.length === 1) return atPlace[0] ?? null;
  const agreeing = atPlace.filter((shop) => agrees(shop, trade));
  const meant = agreeing.length === 1 ? agreeing : agreeing.filter((shop) => isOfSameVariant(shop, trade));
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

function agrees({ item, side, price }: Shop, trade: Trade): boolean {
  if (item.identity.type !== trade.item.identity.type) return false;
  if (side !== (trade.kind === 'purchase' ? 'ask' : 'bid')) return false;
  return trade.sign === null || (trade.sign.price === price && trade.sign.amount === item.quantity);
}

function isOfSameVariant({ item }: Shop, trade: Trade): boolean {
  return item.identity.variant !== null && item.identity.key === trade.item.identity.key;
}
