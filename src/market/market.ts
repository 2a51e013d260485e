import type { Change, MarketEvent, Trade } from './change.ts';
import type { FormerKeys } from './item/former-keys.ts';
import type { Identity, ItemChoice } from './item/item.ts';
import { isNamedPlayer, isSameOwner, playerKey } from './player.ts';
import type { Catalogue } from './search/catalogue.ts';
import type { ItemShops } from './shops/item-groups.ts';
import { soldKeys, soldTypes } from './shops/sellers.ts';
import { type Location, type Owner, type Shop, UNLIMITED } from './shops/shop.ts';
import type { ShopIndex } from './shops/shop-index.ts';
import type { Shops } from './shops/shop-table.ts';
import { sells } from './shops/unit-price.ts';

/** A shop's stock in items. `estimated`: lowered by trades since the snapshot, not confirmed by the service. */
export interface Stock {
  readonly remaining: number;
  readonly estimated: boolean;
}

/** An owner with the number of their shops. */
export interface CountedOwner {
  readonly owner: Owner;
  readonly shops: number;
}

/**
 * The market of one snapshot, made by `load`, with live stock lowered by later trades. Its shops never change, because
 * the next snapshot makes a new market.
 */
export class Market {
  readonly index: ShopIndex;
  /** When the snapshot was taken, in epoch ms. It identifies the snapshot. */
  readonly snapshotAt: number;
  /** Number of records that a later record with the same id replaced. */
  readonly duplicates: number;
  /** Shops of the previous snapshot that this doubted snapshot lacks. They are not part of the market. */
  readonly missing: ReadonlyMap<number, Shop>;
  /** Whether a Crier before 0.4.0 read the snapshot, which rejected some records that are valid today. */
  readonly isOfOlderReader: boolean;
  readonly #liveStock = new Map<number, number>();
  /** By type and by key, the number of shops that trades since the snapshot have emptied. */
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

  /** When the snapshot was taken or last confirmed, in epoch ms. */
  get takenAt(): number {
    return this.#takenAt;
  }

  /** Treats a 304 answer at `at` (epoch ms) like a new snapshot with the same shops: estimated stock is discarded. */
  confirm(at: number): void {
    this.#takenAt = at;
    this.#liveStock.clear();
    this.#emptied.clear();
  }

  /** All shops, in no particular order. */
  get shops(): Shops {
    return this.index.shops;
  }

  shop(id: number): Shop | undefined {
    return this.index.shops.get(id);
  }

  shopsAt(location: Location): readonly Shop[] {
    return this.index.byPlace.at(location);
  }

  /** Returns the sorted shops of one identity. */
  ofKey(key: string): ItemShops | undefined {
    return this.index.groups.get(key);
  }

  /** Returns the shops of every variant of the type, unknown variants included. */
  ofType(type: string): readonly ItemShops[] {
    return this.index.groups.ofType(type);
  }

  /** Counts the shops that sell the item now, including containers of it. `/shop` lists the same number. */
  readonly sellersOf = (choice: ItemChoice): number =>
    this.index.sellers.of(choice) - (this.#emptied.get(choice.key ?? choice.type) ?? 0);

  /** Returns the shops whose containers hold an item of the type, at any depth. */
  containing(type: string): readonly Shop[] {
    return this.index.byContained.get(type) ?? [];
  }

  /** @param player name in any case, or uuid with or without dashes */
  ownedBy(player: string): readonly Shop[] {
    return this.index.byOwner.of(player);
  }

  /**
   * Returns the owners with this name in any case, one per uuid, most shops first, or the only one with this very
   * spelling. A uuid matches nothing.
   */
  ownersCalled(name: string): readonly CountedOwner[] {
    const owners = this.namesakes(name);
    const spelled = owners.filter(({ owner }) => owner.name === name);
    return spelled.length === 1 ? spelled : owners;
  }

  /** Returns all owners with this name in any case, one per uuid, most shops first. */
  namesakes(name: string): readonly CountedOwner[] {
    const key = playerKey(name);
    const called = this.ownedBy(name).filter(({ owner }) => owner.name !== null && playerKey(owner.name) === key);
    const byUuid = Map.groupBy(called, ({ owner }) => playerKey(owner.uuid));
    const owners = [...byUuid.values()].flatMap((shops) =>
      shops[0] ? [{ owner: shops[0].owner, shops: shops.length }] : [],
    );
    return owners.sort((a, b) => b.shops - a.shops);
  }

  /** Returns the shops of a filter's player, each once, see `isNamedPlayer`. */
  ofPlayer(name: string, uuid: string | undefined): readonly Shop[] {
    const named = this.ownedBy(name).filter(({ owner }) => isNamedPlayer(owner, name, uuid));
    return uuid === undefined ? named : [...new Set([...named, ...this.ownedBy(uuid)])];
  }

  /** Returns the shops of the painting `<author_uuid>_<integer>`, sold by itself or in a container. */
  shopsOfCanvas(canvas: string): readonly Shop[] {
    return this.index.byCanvas.get(canvas.toLowerCase()) ?? [];
  }

  /** Returns the owner of all shops at the place, or null if there is none or several owners have shops there. */
  soleOwnerAt(location: Location): Owner | null {
    return soleOwnerOf(this.shopsAt(location));
  }

  get catalogue(): Catalogue {
    return this.index.catalogue;
  }

  /**
   * Returns the kinds that a key of an earlier Crier now stands for, each once. The key's own identity comes first if
   * known.
   */
  kindsOf(formerKey: string): readonly Identity[] {
    const own = this.catalogue.identityOf(formerKey);
    const others = this.formerKeys.of(formerKey);
    return own === undefined ? others : [own, ...others];
  }

  /** Maps keys of an earlier Crier to today's identities. */
  get formerKeys(): FormerKeys {
    return this.index.formerKeys;
  }

  get ownerNames(): Iterable<string> {
    return this.index.byOwner.names();
  }

  get worlds(): Iterable<string> {
    return this.index.worlds;
  }

  /** The Overworld of places without a world: the one with most shops. Null without an Overworld. */
  get mainOverworld(): string | null {
    return this.index.mainOverworld;
  }

  canvases(): Iterable<string> {
    return this.index.byCanvas.keys();
  }

  /** Ids of shops whose stock has changed since the snapshot. */
  changedIds(): Iterable<number> {
    return this.#liveStock.keys();
  }

  /** Returns the shop's current stock, lowered by the trades known so far. */
  remainingOf(shop: Shop): Stock {
    const live = this.#liveStock.get(shop.id);
    return live === undefined ? { remaining: shop.remaining, estimated: false } : { remaining: live, estimated: true };
  }

  /**
   * Applies an event of the stream. A purchase lowers its shop's live stock by the moved count, not below 0 and never
   * if the stock is unlimited. A sale leaves the stock unchanged, since the owner may have emptied the chest.
   * Comparisons of snapshots ignore live stock.
   */
  apply(event: MarketEvent): Change {
    const { identity } = event.item;
    const possible = event.kind === 'auction' ? [] : shopsOfTrade(this.shopsAt(event.location), event);
    const shop = (possible.length === 1 && possible[0]) || null;
    // The catalogue already knows every item that a shop trades.
    if (shop?.item.identity.key !== identity.key) this.catalogue.learn(identity);
    this.formerKeys.note(event.item);
    if (event.kind === 'auction') return { kind: 'auctioned', at: event.at, auction: event };
    // A shop with another type stands here only if the snapshot is older than the shop in the trade.
    if (shop && event.kind === 'purchase' && shop.item.identity.type === identity.type) {
      const { remaining } = this.remainingOf(shop);
      if (remaining !== UNLIMITED) this.#lower(shop, remaining, Math.max(0, remaining - event.moved));
    }
    const owner = shop === null ? soleOwnerOf(possible) : null;
    return { kind: 'traded', at: event.at, trade: event, shop, ...(owner !== null && { owner }) };
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
 * Finds the shops at the place of a trade that may have made it: those with its item type, side and sign, and among
 * several of them those with its variant. If no shop matches, each shop there may have made it, because the snapshot
 * may be older than the shop's offer.
 */
function shopsOfTrade(atPlace: readonly Shop[], trade: Trade): readonly Shop[] {
  if (atPlace.length < 2) return atPlace;
  const agreeing = atPlace.filter((shop) => matchesTrade(shop, trade));
  if (agreeing.length < 2) return agreeing.length === 0 ? atPlace : agreeing;
  const ofVariant = agreeing.filter((shop) => isOfSameVariant(shop, trade));
  return ofVariant.length === 0 ? agreeing : ofVariant;
}

/** Returns the owner of all the shops, or null if there is none or they have several owners. */
function soleOwnerOf([shop, ...others]: readonly Shop[]): Owner | null {
  return shop !== undefined && others.every(({ owner }) => isSameOwner(owner, shop.owner)) ? shop.owner : null;
}

function matchesTrade({ item, side, price }: Shop, trade: Trade): boolean {
  if (item.identity.type !== trade.item.identity.type) return false;
  if (side !== (trade.kind === 'purchase' ? 'ask' : 'bid')) return false;
  return trade.sign === null || (trade.sign.price === price && trade.sign.amount === item.quantity);
}

function isOfSameVariant({ item }: Shop, trade: Trade): boolean {
  return item.identity.variant !== null && item.identity.key === trade.item.identity.key;
}
