import type { Change } from '../market/change.ts';
import { filterKey } from '../market/filter.ts';
import { matchShop } from '../market/match.ts';
import { goodsOf, shopNow } from './shop-news.ts';
import type { Watch, WatchTrigger } from './watch.ts';

/** A unit price that a watch tells of, in diamonds. `goods`: what is priced, so that an edited watch compares like with like. */
export interface ToldPrice {
  readonly unitPrice: number;
  readonly goods: string;
}

type Priced = Pick<Watch, 'trigger' | 'filter'>;

/** Which way a price gets better, for the triggers that tell of a shop's offer. */
const BETTER: Partial<Record<WatchTrigger, 'under' | 'over'>> = {
  'at-or-below': 'under',
  listed: 'under',
  restocked: 'under',
  'at-or-above': 'over',
};

/** A price so much better than the last one told does not wait for the cool-down. */
const MUCH = 0.1;
/** Unit prices are quotients: exactly a tenth is a tenth, whatever their last binary digit says. */
const ROUNDING = 1e-9;

/** What the change offers a watch, of what it asks for; null: no offer, or a mixed container, which has no unit price. */
export function priceTold({ trigger, filter }: Priced, change: Change): ToldPrice | null {
  const way = BETTER[trigger];
  const shop = change.kind === 'traded' ? null : shopNow(change);
  if (way === undefined || shop === null) return null;
  const goods = goodsOf(filter);
  const unitPrice = matchShop(goods, shop, shop.remaining)?.unitPrice ?? null;
  return unitPrice === null ? null : { unitPrice, goods: `${way} ${filterKey({ ...goods, containers: true })}` };
}

/** Whether a watch's cool-down does not hold this price back: 10 % or more under (`at-or-above`: over) the last one told. */
export function isMuchBetter({ trigger }: Priced, price: ToldPrice, last: ToldPrice): boolean {
  if (price.goods !== last.goods || price.unitPrice === last.unitPrice) return false;
  const step = last.unitPrice * (MUCH - ROUNDING);
  return BETTER[trigger] === 'over'
    ? price.unitPrice >= last.unitPrice + step
    : price.unitPrice <= last.unitPrice - step;
}

/** The better of two prices of the same goods; where they are of different ones, the first. */
export function betterOf<P extends ToldPrice>({ trigger }: Priced, one: P, other: ToldPrice): P {
  if (one.goods !== other.goods) return one;
  const choose = BETTER[trigger] === 'over' ? Math.max : Math.min;
  return { ...one, unitPrice: choose(one.unitPrice, other.unitPrice) };
}

/** Whether such a watch tells of prices that can be better than the last one told. */
export function comparesPrices({ trigger }: Priced): boolean {
  return trigger in BETTER;
}
