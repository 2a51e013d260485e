import type { NoWorth, Worth } from '../../../market/prices/worth.ts';
import { price, whole } from './number.ts';
import { count } from './text.ts';

/** A worth with what it rests on; or why there is none. Shops of one owner are one seller. */
export function formatWorth(worth: Worth | NoWorth, locale: string): string {
  if (worth.worth === null) return formatNoWorth(worth, locale);
  const sellers = count(worth.sellers, 'seller', locale);
  const basis = `by ${sellers}, one vote each · ${count(worth.trades, 'purchase', locale)}`;
  return `**${price(worth.worth, locale)}** each · ${basis}${formatAside(worth, locale)}`;
}

/** Why there is no worth: `Too few purchases to say: it takes 5`. */
export function formatNoWorth(none: NoWorth, locale: string): string {
  return `${WHY[none.why]}${formatAside(none, locale)}`;
}

const WHY: Record<NoWorth['why'], string> = {
  'few-trades': 'Too few purchases to say: it takes 5',
  'few-sellers': 'Too few sellers to say: it takes 3 (all shops of one owner count as one)',
  scattered: 'The sellers’ prices differ too much to say',
};

/** Where they differ too much, or none is left, all are far from each other. */
function formatAside({ setAside, sellers, ...worth }: Worth | NoWorth, locale: string): string {
  if (setAside === 0 || sellers === 0 || ('why' in worth && worth.why === 'scattered')) return '';
  return ` · ${whole(setAside, locale)} left out, far off in price`;
}
