import { type Shop, UNLIMITED } from './domain.ts';
import type { Lot } from './economy.ts';
import { createGoodsMaker, type Goods } from './goods.ts';
import { HOSTILE_EVERY_LATER } from './hostile-names.ts';
import { askedPrice, bundleSize, lotSize } from './lot-sizes.ts';
import type { Painting } from './paintings/gallery.ts';
import type { Random } from './random.ts';
import { createShopOwners, placeNear, type ShopOwner } from './shop-owners.ts';

/** Generates plausible shops, each with its own id, and auctions. */
export interface ShopGenerator {
  openShop(): Shop;
  makeLot(): Lot;
  readonly paintings: readonly Painting[];
}

const FIRST_ID = 1_000;
/** Shares of all shops. Players sell far more than they buy. */
const FROZEN = 0.004;
const BUYING = 0.04;
const NAMELESS = 0.004;
const ENDLESS = 0.005;
/** One shop in 97 has an owner with a hostile name. */
const HOSTILE_EVERY = 97;
/** Share of shops in the same chest as the shop before, whose bundle is often five times as large. */
const SHARED_PLACE = 0.013;

/** @param tame number of shops, the first ones, without a hostile name */
export function createShopGenerator(random: Random, tame: number): ShopGenerator {
  const { ordinary, hostile } = createShopOwners(random, tame > 0);
  const goods = createGoodsMaker(
    random,
    ordinary.map(({ owner }) => owner),
    tame,
  );
  const hostileEvery = tame > 0 ? HOSTILE_EVERY_LATER : HOSTILE_EVERY;
  let id = FIRST_ID;
  let previous: Shop | undefined;

  function shopOwnerOf(serial: number): ShopOwner {
    if (serial >= tame && serial % hostileEvery === 13 % hostileEvery) return random.pick(hostile);
    // Squared, because a few players own many shops and most own some.
    return ordinary[Math.floor(random.unit() ** 2 * ordinary.length)] ?? random.pick(ordinary);
  }

  function openShop(): Shop {
    const shopId = id++;
    const opened = previous && random.chance(SHARED_PLACE) ? secondShop(previous, shopId) : firstShop(shopId);
    previous = opened;
    return opened;
  }

  function firstShop(shopId: number): Shop {
    const { owner, home, priceFactor } = shopOwnerOf(shopId - FIRST_ID);
    const type = random.chance(FROZEN) ? 'FROZEN' : random.chance(BUYING) ? 'BUYING' : 'SELLING';
    const made = goods.forShop();
    const quantity = bundleSize(random, made);
    const price = askedPrice(random, made.value * quantity * priceFactor * (type === 'BUYING' ? 0.7 : 1));
    return {
      id: shopId,
      owner: random.chance(NAMELESS) ? { ...owner, name: null } : owner,
      location: placeNear(random, home),
      type,
      price,
      remaining: stock(made, quantity),
      item: { ...made.item, quantity },
    };
  }

  function secondShop(first: Shop, shopId: number): Shop {
    const quantity = first.item.quantity * 5;
    const price = Math.max(1, Math.round(first.price * 4.5));
    return {
      ...first,
      id: shopId,
      price,
      item: { ...first.item, quantity },
      remaining: quantity * random.integer(0, 9),
    };
  }

  /** Nothing, or some bundles. */
  function stock({ stackSize }: Goods, quantity: number): number {
    if (random.chance(0.2)) return 0;
    if (random.chance(ENDLESS)) return UNLIMITED;
    return quantity * random.integer(1, stackSize === 1 ? 27 : 54);
  }

  function makeLot(): Lot {
    const made = goods.forAuction();
    const amount = lotSize(random, made);
    const finalBid = Math.max(1, Math.round(made.value * amount * (0.6 + random.unit() * 0.7)));
    // The bundle's count, which is not the quantity of the stack on display.
    const quantity = random.chance(0.3) ? 1 : Math.min(made.stackSize, amount);
    return { item: { ...made.item, quantity }, amount, finalBid };
  }

  return { openShop, makeLot, paintings: goods.paintings };
}
