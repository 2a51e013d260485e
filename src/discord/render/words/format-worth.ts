import type { Language } from '../../../language/language.ts';
import type { NoWorth, Worth } from '../../../market/prices/worth.ts';

/** What a worth rests on, or why there is none. Shops of one owner are one seller. */
export function formatBasis(worth: Worth | NoWorth, language: Language): string {
  if (worth.worth === null) return formatNoWorth(worth, language);
  const basis = language.say('worth.basis', { n: worth.trades, sellers: worth.sellers });
  return `${basis}${formatAside(worth, language)}`;
}

/** Why there is no worth: `Too few purchases for a worth: it takes 5`. */
export function formatNoWorth(none: NoWorth, language: Language): string {
  return `${language.say(`worth.${none.why}`)}${formatAside(none, language)}`;
}

/** Where they differ too much, or none is left, all are far from each other. */
function formatAside({ setAside, sellers, ...worth }: Worth | NoWorth, language: Language): string {
  if (setAside === 0 || sellers === 0 || ('why' in worth && worth.why === 'scattered')) return '';
  return ` · ${language.say('worth.left-out', { n: setAside })}`;
}
