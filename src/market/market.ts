import type { Change } from './change.ts';
import type { MarketEvent } from './event.ts';
import { playerKey } from './player.ts';
import type { Catalogue } from './search/catalogue.ts';
import type { ShardedMap } from './shops/sharded-map.ts';
import type { Location, Owner, Shop } from './shops/shop.ts';
import type { ItemShops, ShopIndex } from './shops/shop-index.ts';
import { shopOfTrade } from './shops/trade-shop.ts';

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
  /** Records of the snapshot that a later one of the same id replaced. */
  readonly duplicates: number;
  /** Shops of the snapshot before that this one lacks, though it is doubted. They are not part of the market. */
  readonly missing: ReadonlyMap<number, Shop>;
  readonly #byId: Pick<ShardedMap<Shop>, 'get'>;
  readonly #index: ShopIndex;
  readonly #liveStock = new Map<number, number>();
  #takenAt: number;

  constructor(
    byId: Pick<ShardedMap<Shop>, 'get'>,
    index: ShopIndex,
    takenAt: number,
    duplicates: number,
    missing: ReadonlyMap<number, Shop> = new Map(),
  ) {
    this.#byId = byId;
    this.#index = index;
    this.#takenAt = takenAt;
    this.duplicates = duplicates;
    this.missing = missing;
  }

  /** When the snapshot was taken, or last confirmed; epoch ms. */
  get takenAt(): number {
    return this.#takenAt;
  }

  /** The service has no other snapshot as of `at` (epoch ms; a 304): the same as if it had told all shops again. */
  confirm(at: number): void {
    this.#takenAt = at;
    this.#liveStock.clear();
  }

  get shops(): readonly Shop[] {
    return this.#index.shops;
  }

  shop(id: number): Shop | undefined {
    return this.#byId.get(id);
  }

  shopsAt(location: Location): readonly Shop[] {
    return this.#index.byPlace.at(location);
  }

  /** The shops of one identity, in their order. */
  ofKey(key: string): ItemShops | undefined {
    return this.#index.byKey.get(key);
  }

  /** The shops of every variant of the type, unknown ones too. */
  ofType(type: string): readonly ItemShops[] {
    return this.#index.byType.get(type) ?? [];
  }

  /** Shops of containers that hold an item of the type, at any depth. */
  containing(type: string): readonly Shop[] {
    return this.#index.byContained.get(type) ?? [];
  }

  /** By the player's name, in any case, or uuid, with dashes or without. */
  ownedBy(player: string): readonly Shop[] {
    return this.#index.byOwner.get(playerKey(player)) ?? [];
  }

  /** Shops of the painting `<author_uuid>_<integer>`, as itself or in a container. */
  shopsOfCanvas(canvas: string): readonly Shop[] {
    return this.#index.byCanvas.get(canvas.toLowerCase()) ?? [];
  }

  /** Whose shop stands there, where only one does. */
  soleOwnerAt(location: Location): Owner | null {
    const [shop, another] = this.shopsAt(location);
    return shop && !another ? shop.owner : null;
  }

  get catalogue(): Catalogue {
    return this.#index.catalogue;
  }

  get ownerNames(): ReadonlySet<string> {
    return this.#index.ownerNames;
  }

  get worlds(): ReadonlySet<string> {
    return this.#index.worlds;
  }

  canvases(): Iterable<string> {
    return this.#index.byCanvas.keys();
  }

  /** The stock as far as it is known now. */
  remainingOf(shop: Shop): Stock {
    const live = this.#liveStock.get(shop.id);
    return live === undefined ? { remaining: shop.remaining, estimated: false } : { remaining: live, estimated: true };
  }

  /**
   * Takes in an event of the stream. A purchase lowers the live stock of its shop by what was moved, not below 0; a sale
   * leaves it, as nobody tells whether the owner has emptied the chest. Differences between snapshots do not see this.
   */
  apply(event: MarketEvent): Change {
    this.catalogue.hear(event.item.identity);
    if (event.kind === 'auction') return { kind: 'auctioned', at: event.at, auction: event };
    const shop = shopOfTrade(this.shopsAt(event.location), event);
    // A shop of another item stands there only if the snapshot is older than the shop that the trade is of.
    if (shop && event.kind === 'purchase' && shop.item.identity.type === event.item.identity.type) {
      this.#liveStock.set(shop.id, Math.max(0, this.remainingOf(shop).remaining - event.moved));
    }
    return { kind: 'traded', at: event.at, trade: event, shop };
  }
}
