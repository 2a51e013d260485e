import type { Shop } from '../../sandbox/economy/domain.ts';
import type { Economy } from '../../sandbox/economy/economy.ts';
import type { Random } from '../../sandbox/economy/random.ts';

/** The share of changed records that disappear; as many new ones appear at the end. */
const GONE = 0.05;
/** The share of the remaining changed records whose price changes; the stock of the others does. */
const PRICED = 1 / 3;
const MOST_BUNDLES = 54;
/** The greatest change of a price relative to its first value, so that prices do not drift during hours of changes. */
const PRICE_STEP = 0.1;
/** Crier quarantines records with longer names, which would make it doubt every snapshot. */
const LONGEST_NAME = 256;

/** The shops of a simulated service, which change on request and keep their order by default. */
export class ServedShops {
  readonly economy: Economy;
  readonly #random: Random;
  #shops: readonly Shop[];
  #version = 1;

  constructor(economy: Economy, random: Random) {
    this.#random = random;
    this.#shops = economy.shops().filter(isUsual);
    const [shops, version] = [() => this.#shops, () => this.#version];
    this.economy = {
      ...economy,
      shops,
      get version() {
        return version();
      },
    };
  }

  /** @param share changed part of the records, 0 to 1 */
  change(share: number): void {
    const random = this.#random;
    const kept: Shop[] = [];
    let gone = 0;
    for (const shop of this.#shops) {
      if (!random.chance(share)) kept.push(shop);
      else if (random.chance(GONE)) gone += 1;
      else kept.push(random.chance(PRICED) ? this.#reprice(shop) : restocked(shop, random));
    }
    for (; gone > 0; gone -= 1) kept.push(this.#open());
    this.#put(kept);
  }

  shuffle(): void {
    const shops = [...this.#shops];
    for (let last = shops.length - 1; last > 0; last -= 1) {
      const other = this.#random.integer(0, last);
      [shops[last], shops[other]] = [shops[other], shops[last]] as [Shop, Shop];
    }
    this.#put(shops);
  }

  /** The cheapest shop's unit price in diamonds, by item type. */
  cheapest(): Readonly<Record<string, number>> {
    const prices: Record<string, number> = {};
    for (const { type, price, item } of this.#shops) {
      if (type !== 'SELLING') continue;
      prices[item.type] = Math.min(prices[item.type] ?? Number.POSITIVE_INFINITY, price / item.quantity);
    }
    return prices;
  }

  #reprice(shop: Shop): Shop {
    const atFirst = this.economy.shop(shop.id)?.price ?? shop.price;
    const price = Math.max(1, Math.round(atFirst * (1 - PRICE_STEP + 2 * PRICE_STEP * this.#random.unit())));
    return { ...shop, price: price === shop.price ? price + 1 : price };
  }

  #open(): Shop {
    const shop = this.economy.list();
    return isUsual(shop) ? shop : this.#open();
  }

  #put(shops: readonly Shop[]): void {
    this.#shops = shops;
    this.#version += 1;
  }
}

/** A free item would match every watch. */
function isUsual({ owner, price }: Shop): boolean {
  return (owner.name?.length ?? 0) <= LONGEST_NAME && price > 0;
}

function restocked(shop: Shop, random: Random): Shop {
  const remaining = shop.item.quantity * random.integer(0, MOST_BUNDLES);
  return { ...shop, remaining: remaining === shop.remaining ? remaining + shop.item.quantity : remaining };
}
