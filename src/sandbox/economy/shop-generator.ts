import type { Place, Shop } from './domain.ts';
import { createItemGenerator } from './item-generator.ts';
import type { Random } from './random.ts';
import { createShopOwners, placeNear, type ShopOwner } from './shop-owners.ts';

/** Opens plausible shops, one after another, each with an id of its own. */
export interface ShopGenerator {
  openShop(): Shop;
  readonly canvases: readonly string[];
}

const FIRST_ID = 1_000;
const UNKNOWN_TYPES = ['TRADING', 'ADMIN'];

export function createShopGenerator(random: Random): ShopGenerator {
  const { ordinary, hostile } = createShopOwners(random);
  const itemGenerator = createItemGenerator(random);
  let id = FIRST_ID;
  let previous: Place | undefined;

  function shopOwnerOf(serial: number): ShopOwner {
    if (serial % 97 === 13) return random.pick(hostile);
    // Squared: a few players own many shops, most own some.
    return ordinary[Math.floor(random.unit() ** 2 * ordinary.length)] ?? random.pick(ordinary);
  }

  function openShop(): Shop {
    const shopId = id++;
    const { owner, home, priceFactor } = shopOwnerOf(shopId - FIRST_ID);
    const type = random.chance(0.003) ? random.pick(UNKNOWN_TYPES) : random.chance(0.18) ? 'BUYING' : 'SELLING';
    const { item, value, stackSize } = itemGenerator.makeItem();
    // A few chests carry several signs: shops that share one place.
    const location = previous && random.chance(0.004) ? previous : placeNear(random, home);
    previous = location;
    const price = askedPrice(random, value * priceFactor * (type === 'BUYING' ? 0.7 : 1));
    return { id: shopId, owner, location, type, price, remaining: stock(stackSize, item.quantity), item };
  }

  /** Out of stock, less than a bundle, or some bundles. */
  function stock(stackSize: number, quantity: number): number {
    if (random.chance(0.2)) return 0;
    if (quantity > 1 && random.chance(0.03)) return random.integer(1, quantity - 1);
    return quantity * random.integer(1, stackSize === 1 ? 27 : 54);
  }

  return { openShop, canvases: itemGenerator.canvases };
}

/** A whole number of diamonds around the value; now and then a gift. */
function askedPrice(random: Random, value: number): number {
  if (random.chance(0.0003)) return 0;
  return Math.max(1, Math.round(value * (0.85 + random.unit() * 0.3)));
}
