import type { Language } from '../../../language/language.ts';
import { price, whole } from '../../../language/number.ts';
import { standing } from '../../../market/prices/standing.ts';

/** From so many times its worth on, per cent say nothing. */
const TIMES = 4;

/** ` · 23 % under its worth of 0.25`; empty where nobody can say. `worth`: of the last 30 days. */
export function formatStanding(unitPrice: number, worth: number | null, language: Language): string {
  const how = worth === null ? null : standing(unitPrice, worth);
  if (worth === null || how === null) return '';
  if (how.direction === 'at') return ` · at its worth of ${price(worth, language)}`;
  const times = unitPrice / worth;
  if (times >= TIMES) return ` · ${whole(times, language)} times its worth of ${price(worth, language)}`;
  return ` · ${whole(how.percent, language)} % ${how.direction} its worth of ${price(worth, language)}`;
}
