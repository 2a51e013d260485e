import type { Language } from '../../../language/language.ts';
import { price, whole } from '../../../language/number.ts';
import { type NoWorth, standing, type Worth } from '../../../market/prices/worth.ts';

/** From so many times its worth on, per cent say nothing. */
const TIMES = 4;

/** ` · 23 % under worth (0.25 each)`; empty where nobody can say. `worth`: of the last 30 days. */
export function formatStanding(unitPrice: number, worth: number | null, language: Language): string {
  return standingOf(unitPrice, worth, language)
    .map((standing) => ` · ${standing}`)
    .join('');
}

/** `23 % under worth (0.25 each)`, in a list; none where nobody can say. */
export function standingOf(unitPrice: number, worth: number | null, language: Language): string[] {
  const said = worth === null ? null : sayStanding(unitPrice, worth, language);
  if (worth === null || said === null) return [];
  return [language.say('standing.of', { standing: said, worth: price(worth, language) })];
}

/** `23 % under worth`; null: of a worth of 0 nobody can say. */
export function sayStanding(unitPrice: number, worth: number, language: Language): string | null {
  const how = standing(unitPrice, worth);
  if (how === null) return null;
  if (how.direction === 'at') return language.say('standing.at');
  if (isManyTimes(unitPrice, worth)) {
    return language.say('standing.times', { times: whole(unitPrice / worth, language) });
  }
  return language.say(`standing.${how.direction}`, { percent: whole(how.percent, language) });
}

/** Whether a price is told as times of the worth, because per cent would say nothing. */
export function isManyTimes(unitPrice: number, worth: number): boolean {
  return unitPrice / worth >= TIMES;
}

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
