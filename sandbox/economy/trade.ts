import { type TransactionEvent, UNLIMITED } from './domain.ts';
import type { createShopRegister } from './shop-register.ts';

/** The shop's role. */
export type TradeSide = 'SELLING' | 'BUYING';

interface TradeOrder {
  readonly shopId: number;
  readonly bundles: number;
  readonly type: TradeSide;
  readonly at: number;
  /** Price of a bundle. The default is the shop's own. */
  readonly price?: number;
}

/**
 * Trades at a shop, which reduces its stock or its room.
 * @throws RangeError if the shop has another role, or too little
 */
export function makeTrade(
  register: Pick<ReturnType<typeof createShopRegister>, 'get' | 'change'>,
  { shopId, bundles, type, at, price }: TradeOrder,
): TransactionEvent {
  if (!Number.isInteger(bundles) || bundles < 1) throw new RangeError(`${bundles} is no number of bundles`);
  const shop = register.get(shopId);
  if (shop.type !== type) throw new RangeError(`shop ${shopId} is ${shop.type}, not ${type}`);
  const moved = shop.item.quantity * bundles;
  const isUnlimited = shop.remaining === UNLIMITED;
  if (!isUnlimited && shop.remaining < moved) throw new RangeError(`shop ${shopId} has only ${shop.remaining} items`);
  const remaining = isUnlimited ? UNLIMITED : shop.remaining - moved;
  const direction = type === 'SELLING' ? 'buyFromShop' : 'sellToShop';
  const paidPrice = price ?? shop.price;
  const after = { ...register.change(shopId, { remaining }), price: paidPrice };
  return { kind: 'transaction', at, direction, shop: after, moved, paid: paidPrice * bundles };
}
