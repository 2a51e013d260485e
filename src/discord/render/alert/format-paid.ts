import type { Language } from '../../../language/language.ts';
import { diamonds, price, whole } from '../../../language/number.ts';

/** What changed hands in so many trades or auctions: `count` items for `paid` diamonds in all. */
interface Deal {
  readonly times: number;
  readonly count: number;
  readonly paid: number;
}

const KEYS = {
  auction: { one: 'alert.auction-one', some: 'alert.auction', merged: 'alert.auctions' },
  purchase: { one: 'alert.purchase-one', some: 'alert.purchase', merged: 'alert.purchases' },
  sale: { one: 'alert.sale-one', some: 'alert.sale', merged: 'alert.sales' },
} as const;

/** `Slime Block: 12 bought for 42 diamonds, 3.50 each` */
export function formatPaid(
  kind: keyof typeof KEYS,
  item: string,
  { times, count, paid }: Deal,
  language: Language,
): string {
  const keys = KEYS[kind];
  const total = diamonds(paid, language);
  if (count === 1) return language.say(keys.one, { item, diamonds: total });
  const sums = { item, count: whole(count, language), diamonds: total, each: price(paid / count, language) };
  return times === 1 ? language.say(keys.some, sums) : language.say(keys.merged, { ...sums, n: times });
}
