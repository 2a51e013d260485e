import { standing } from '../../../market/prices/standing.ts';
import { price, whole } from './number.ts';

/** From so many times its worth on, per cent say nothing. */
const TIMES = 4;

/** ` · 23 % under its worth of 0.25`; empty where nobody can say. `worth`: of the last 30 days. */
export function formatStanding(unitPrice: number, worth: number | null, locale: string): string {
  const how = worth === null ? null : standing(unitPrice, worth);
  if (worth === null || how === null) return '';
  if (how.direction === 'at') return ` · at its worth of ${price(worth, locale)}`;
  const times = unitPrice / worth;
  if (times >= TIMES) return ` · ${whole(times, locale)} times its worth of ${price(worth, locale)}`;
  return ` · ${whole(how.percent, locale)} % ${how.direction} its worth of ${price(worth, locale)}`;
}
