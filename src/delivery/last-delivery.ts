import type { LastDelivery } from '../ports/outbox.ts';
import { betterWay, type DeliveredPrice } from '../routing/better-price.ts';
import type { Watch } from '../routing/watch.ts';

/** What feeds and watches have told last, by id. */
export type LastDeliveries = ReadonlyMap<string, LastDelivery>;

/** The best price that a watch on prices has told last; null: none. */
export function lastPriceOf(watch: Watch, last: LastDeliveries): DeliveredPrice | null {
  return betterWay(watch) === null ? null : (last.get(watch.id)?.price ?? null);
}
