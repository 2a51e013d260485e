import type { Owner, Shop } from '../../../market/shops/shop.ts';
import { type StockUnit, stockOf, WIRE_UNLIMITED } from '../../../market/shops/stock.ts';
import { IGNORE_PAINTINGS } from '../../wire/item.ts';
import { type Kind, toShop } from '../../wire/shop.ts';
import { type Offer, readKind, readOffer, readOwner, readWorld } from '../../wire/shop-parts.ts';
import { PartCache } from './part-cache.ts';
import { IntegerSlot, PartSlot, PriceSlot, type Slot } from './slots.ts';

const owners = new PartCache<Owner>(32_768);
const worlds = new PartCache<string>(256);
const kinds = new PartCache<Kind>(256);
const offers = new PartCache<Offer>(32_768);

/** The values that a shop is made of, in slots; there as they were read last. */
export class ShopSlots {
  readonly id = new IntegerSlot();
  readonly owner = new PartSlot(owners, readOwner);
  readonly x = new IntegerSlot();
  readonly y = new IntegerSlot();
  readonly z = new IntegerSlot();
  readonly world = new PartSlot(worlds, readWorld);
  readonly type = new PartSlot(kinds, readKind);
  readonly price = new PriceSlot();
  readonly remaining = new IntegerSlot(WIRE_UNLIMITED);
  readonly item: PartSlot<Offer>;
  readonly #unit: StockUnit;

  /** `unit`: the unit of `remaining`. */
  constructor(unit: StockUnit, onPainting = IGNORE_PAINTINGS) {
    this.#unit = unit;
    this.item = new PartSlot(offers, (value) => readOffer(value, onPainting));
  }

  /** The slots by the names of their fields; the stock had another in the oldest revision. */
  byName(): Map<string, Slot> {
    const { id, owner, x, y, z, world, type, price, remaining, item } = this;
    const slots = { id, owner, x, y, z, world, type, price, remaining, remainingStock: remaining, item };
    return new Map(Object.entries<Slot>(slots));
  }

  /** The shop that these values make; null: one of them is missing. */
  toShop(): Shop | null {
    const [owner, world, kind, offer] = [this.owner.value, this.world.value, this.type.value, this.item.value];
    if (owner === null || world === null || kind === null || offer === null) return null;
    const location = { x: this.x.value, y: this.y.value, z: this.z.value, world };
    const remaining = stockOf(this.remaining.value, offer.bundle, this.#unit);
    const item = remaining >= offer.bundle ? offer.inStock : offer.outOfStock;
    return toShop(kind, { id: this.id.value, owner, location, price: this.price.value, remaining, item });
  }
}
