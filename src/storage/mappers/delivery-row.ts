import type { BestPrices, LastDelivery } from '../../ports/outbox.ts';

/**
 * The last delivery of a feed or watch. `source_id`: its id, or the `shopPriceKey` of a shop in the message. `unit_price`
 * and `goods` are null if the message named no price.
 */
export interface DeliveryRow {
  readonly source_id: string;
  readonly at: number;
  readonly unit_price: number | null;
  readonly goods: string | null;
}

export function readLastDelivery({ at, unit_price, goods }: DeliveryRow): LastDelivery {
  return { at, price: unit_price === null || goods === null ? null : { unitPrice: unit_price, goods } };
}

/**
 * The ids of the rows that a delivered message writes: its feeds and watches, and the shops whose prices it named for
 * them.
 */
export function deliveredSourceIds(subscriptionIds: readonly string[], best: BestPrices): readonly string[] {
  if (subscriptionIds.length === 0) return [];
  return [...subscriptionIds, ...Object.keys(best).filter((key) => key.includes(' '))];
}
