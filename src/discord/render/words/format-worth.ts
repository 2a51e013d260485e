import type { Language } from '../../../language/language.ts';
import { price, whole } from '../../../language/number.ts';
import type { NoWorth, Worth } from '../../../market/prices/worth.ts';
import { count } from './text.ts';

/** A worth with what it rests on; or why there is none. Shops of one owner are one seller. */
export function formatWorth(worth: Worth | NoWorth, language: Language): string {
  if (worth.worth === null) return formatNoWorth(worth, language);
  const sellers = count(worth.sellers, 'seller', language.tag);
  const basis = `by ${sellers}, one vote each · ${count(worth.trades, 'purchase', language.tag)}`;
  return `**${price(worth.worth, language)}** each · ${basis}${formatAside(worth, language)}`;
}

/** Why there is no worth: `Too few purchases to say: it takes 5`. */
export function formatNoWorth(none: NoWorth, language: Language): string {
  return `${WHY[none.why]}${formatAside(none, language)}`;
}

const WHY: Record<NoWorth['why'], string> = {
  'few-trades': 'Too few purchases to say: it takes 5',
  'few-sellers': 'Too few sellers to say: it takes 3 (all shops of one owner count as one)',
  scattered: 'The sellers’ prices differ too much to say',
};

/** Where they differ too much, or none is left, all are far from each other. */
function formatAside({ setAside, sellers, ...worth }: Worth | NoWorth, language: Language): string {
  if (setAside === 0 || sellers === 0 || ('why' in worth && worth.why === 'scattered')) return '';
  return ` · ${whole(setAside, language)} left out, far off in price`;
}
