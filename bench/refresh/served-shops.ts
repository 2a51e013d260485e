import type { Shop } from '../../sandbox/economy/domain.ts';
import type { Economy } from '../../sandbox/economy/economy.ts';
import type { Random } from '../../sandbox/economy/random.ts';

/** Of the records that change, so many are gone, and as many are new at the end. */
const GONE = 0.05;
/** Of those that stay, so many have another price; the others have another stock. */
const PRICED = 1 / 3;
const MOST_BUNDLES = 54;
/** A price goes so far up or down from what it was at first, so that a market that changes for hours stays what it was. */
const PRICE_STEP = 0.1;
/** Longer names are no player's: a record set aside would make every snapshot a doubted one. */
const LONGEST_NAME = 256;

/** The shops of a simulated service, which change when they are told to and stay in their order unless told. */
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

  /** @param share of the records, 0 to 1 */
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

  /** By item type, what the cheapest shop asks for one item, in diamonds. */
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

/** What is given away would match every watch. */
function isUsual({ owner, price }: Shop): boolean {
  return (owner.name?.length ?? 0) <= LONGEST_NAME && price > 0;
}

function restocked(shop: Shop, random: Random): Shop {
  const remaining = shop.item.quantity * random.integer(0, MOST_BUNDLES);
  return { ...shop, remaining: remaining === shop.remaining ? remaining + shop.item.quantity : remaining };
}
