import type { EnchantmentTest } from '../search/filter.ts';
import { enchantmentId } from './game-ids.ts';
import { ROMAN } from './label.ts';

export const MOST_ENCHANTMENTS = 10;
/** A name, and a level with a sign, in digits or in Roman ones. No enchantment's name ends in these. */
const TEST = /^([a-z][a-z_:]*?)(?: ?(>?=) ?(\d{1,5})| (\d{1,5})|_([ivxlcdm]+))?$/;

/**
 * Reads `sharpness`, `sharpness>=5`, `fire aspect=2`, several with commas, and `Sharpness V` as the labels write it or
 * `sharpness 5`, which are that level alone; case and `minecraft:` do not matter. Or what is wrong with it.
 */
export function parseEnchantments(text: string): readonly EnchantmentTest[] | 'unreadable' | 'too-many' {
  const parts = plainEnchantments(text)
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

/** Plain characters for the full-width ones of Japanese and Chinese keyboards, and for `≥`. */
export function plainEnchantments(text: string): string {
  return text.normalize('NFKC').replaceAll('≥', '>=').replaceAll('、', ',');
}

/** Writes tests as `parseEnchantments` reads them. */
export function writeEnchantments(tests: readonly EnchantmentTest[]): string {
  return tests.map(({ id, comparison, level }) => `${id}${comparison === 'exactly' ? '=' : '>='}${level}`).join(', ');
}

/** A level of 0 would ask for nothing that can be, and `sharpness v>=5` names two. */
function parseTest(part: string): EnchantmentTest | null {
  const plain = part
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(?<=[a-z]) (?=[a-z])/g, '_');
  const [, name = '', sign, signed, digits, roman] = TEST.exec(plain) ?? [];
  const id = enchantmentId(name);
  const given = signed ?? digits ?? (roman && ROMAN.indexOf(roman.toUpperCase()));
  const level = Number(given ?? 1);
  if (id === null || level < 1 || ROMAN.includes(name.replace(/^.*_/, '').toUpperCase())) return null;
  return { id, comparison: given === undefined || sign === '>=' ? 'at-least' : 'exactly', level };
}
