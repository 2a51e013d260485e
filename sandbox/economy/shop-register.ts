import type { Shop } from './domain.ts';

/** All shops by id, in constant time even for 100,000. `version` increases with every change. */
export interface ShopRegister {
  readonly version: number;
  all(): readonly Shop[];
  find(id: number): Shop | undefined;
  /** @throws RangeError if there is no such shop */
  get(id: number): Shop;
  add(shop: Shop): Shop;
  change(id: number, change: Partial<Shop>): Shop;
  remove(id: number): void;
}

export function createShopRegister(): ShopRegister {
  const shops = new Map<number, Shop>();
  let version = 1;
  let listed: readonly Shop[] | undefined;

  function get(id: number): Shop {
    const shop = shops.get(id);
    if (!shop) throw new RangeError(`there is no shop ${id}`);
    return shop;
  }

  function changed(): void {
    version += 1;
    listed = undefined;
  }

  function put(shop: Shop): Shop {
    shops.set(shop.id, shop);
    changed();
    return shop;
  }

  return {
    get version() {
      return version;
    },
    all() {
      listed ??= [...shops.values()];
      return listed;
    },
    find: (id) => shops.get(id),
    get,
    add: put,
    change: (id, change) => put({ ...get(id), ...change }),
    remove(id) {
      get(id);
      shops.delete(id);
      changed();
    },
  };
}
