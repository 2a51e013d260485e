import type { NoWorth, Worth } from '../../market/worth.ts';
import { price, whole } from './number.ts';
import { count } from './text.ts';

/** A worth with what it rests on; or why there is none. Shops of one owner, or within 16 blocks, are one seller. */
export function sayWorth(worth: Worth | NoWorth, locale: string): string {
  if (worth.worth === null) return sayNoWorth(worth, locale);
  const voices = count(worth.voices, `independent ${worth.by === 'sellers' ? 'seller' : 'shop'}`, locale);
  const basis = `by ${voices}, one vote each · ${count(worth.trades, 'trade', locale)}`;
  return `**${price(worth.worth, locale)}** each · ${basis}${sayAside(worth, locale)}`;
}

/** Why there is no worth: `Too few trades at shops: it takes 5`. */
export function sayNoWorth(none: NoWorth, locale: string): string {
  return `${WHY[none.why]}${sayAside(none, locale)}`;
}

const WHY: Record<NoWorth['why'], string> = {
  'few-trades': 'Too few trades at shops to say: it takes 5',
  'few-voices': 'Too few shops to say: it takes 3 (those of one owner, or near each other, count as one)',
  scattered: 'The shops’ prices differ too much to say',
};

/** Where they differ too much, or none is left, all are far from each other. */
function sayAside({ setAside, voices, ...worth }: Worth | NoWorth, locale: string): string {
  if (setAside === 0 || voices === 0 || ('why' in worth && worth.why === 'scattered')) return '';
  return ` · ${whole(setAside, locale)} left out, far off in price`;
}
