import type { LastDelivery } from '../ports/outbox.ts';

/** What a feed or watch has told last; `price` and `goods` null: no price. */
export interface ToldRow {
  readonly source: string;
  readonly at: number;
  readonly price: number | null;
  readonly goods: string | null;
}

export function readLastDelivery({ at, price, goods }: ToldRow): LastDelivery {
  return { at, price: price === null || goods === null ? null : { unitPrice: price, goods } };
}
