import type { Outbox } from '../ports/outbox.ts';
import { betterWay, type DeliveredPrice } from '../routing/better-price.ts';
import type { Watch } from '../routing/watch.ts';

/** When a message of a watch was last delivered, epoch ms, and the best price in it; both null: never. */
export interface LastDelivery {
  readonly at: number | null;
  readonly price: DeliveredPrice | null;
}

export type LastDeliveryOf = (watch: Watch) => Promise<LastDelivery>;

/** Asks the journal of each watch once. */
export function lastDeliveries({
  lastDeliveredAt,
  lastDeliveredPrice,
}: Pick<Outbox, 'lastDeliveredAt' | 'lastDeliveredPrice'>): LastDeliveryOf {
  const known = new Map<string, LastDelivery>();
  return async (watch) => {
    const found = known.get(watch.id) ?? {
      at: await lastDeliveredAt(watch.id),
      price: betterWay(watch) !== null ? await lastDeliveredPrice(watch.id) : null,
    };
    known.set(watch.id, found);
    return found;
  };
}
