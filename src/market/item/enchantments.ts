import type { EnchantmentTest } from '../search/filter.ts';
import { enchantmentId } from './game-ids.ts';
import { ROMAN_NUMERALS } from './label.ts';

export const MOST_ENCHANTMENTS = 10;
/**
 * An enchantment and an optional level: a sign with digits, digits alone or a Roman numeral. No enchantment's name ends
 * so.
 */
const ENCHANTMENT_TEST = /^([a-z][a-z_:]*?)(?: ?(>?=) ?(\d{1,5})| (\d{1,5})|_([ivxlcdm]+))?$/;

/**
 * Parses `sharpness`, `sharpness>=5`, `fire aspect=2`, or several separated by commas. `Sharpness V`, as labels write
 * it, and `sharpness 5` mean exactly that level. Case and `minecraft:` are ignored.
 * @returns the tests, or the reason for a rejection
 */
export function parseEnchantments(text: string): readonly EnchantmentTest[] | 'unreadable' | 'too-many' {
  const parts = normaliseEnchantments(text)
    .split(',', MOST_ENCHANTMENTS + 2)
    .map((part) => part.trim());
  const tests: EnchantmentTest[] = [];
  for (const part of parts) {
    const test = part.length > 100 ? null : parseTest(part);
    if (test === null) return 'unreadable';
    tests.push(test);
  }
  return tests.length > MOST_ENCHANTMENTS ? 'too-many' : tests;
}

/** Replaces the full-width characters of Japanese and Chinese keyboards, and `≥`, by ASCII. */
export function normaliseEnchantments(text: string): string {
  return text.normalize('NFKC').replaceAll('≥', '>=').replaceAll('、', ',');
}

/** Writes tests in the form that `parseEnchantments` reads. */
export function writeEnchantments(tests: readonly EnchantmentTest[]): string {
  return tests.map(({ id, comparison, level }) => `${id}${comparison === 'exactly' ? '=' : '>='}${level}`).join(', ');
}

/** @returns null for a level of 0, which no item has, and for two levels as in `sharpness v>=5` */
function parseTest(part: string): EnchantmentTest | null {
  const plain = part
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(?<=[a-z]) (?=[a-z])/g, '_');
  const [, name = '', sign, signed, digits, roman] = ENCHANTMENT_TEST.exec(plain) ?? [];
  const id = enchantmentId(name);
  const given = signed ?? digits ?? (roman && ROMAN_NUMERALS.indexOf(roman.toUpperCase()));
  const level = Number(given ?? 1);
  if (id === null || level < 1 || ROMAN_NUMERALS.includes(name.replace(/^.*_/, '').toUpperCase())) return null;
  return { id, comparison: given === undefined || sign === '>=' ? 'at-least' : 'exactly', level };
}
