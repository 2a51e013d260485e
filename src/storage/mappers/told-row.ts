import type { BestPrices, LastDelivery } from '../../ports/outbox.ts';

/**
 * The last thing that a feed or watch told. `source`: its id, or the `shopPriceKey` of a shop that it told of. `price` and
 * `goods` null: no price.
 */
export interface ToldRow {
  readonly source: string;
  readonly at: number;
  readonly price: number | null;
  readonly goods: string | null;
}

export function readLastDelivery({ at, price, goods }: ToldRow): LastDelivery {
  return { at, price: price === null || goods === null ? null : { unitPrice: price, goods } };
}

/**
 * The sources of the rows that a delivered message writes: its feeds and watches, and the shops whose prices it told
 * for them.
 */
export function toldSources(subscriptionIds: readonly string[], best: BestPrices): readonly string[] {
  if (subscriptionIds.length === 0) return [];
  return [...subscriptionIds, ...Object.keys(best).filter((key) => key.includes(' '))];
}
