import { enchantmentId } from './enchantment-id.ts';
import type { EnchantmentTest } from './filter.ts';

const MAX_TESTS = 10;
const HOW = 'Write an enchantment as `sharpness`, `sharpness>=5` or `sharpness=5`; several with commas.';
const TEST = /^([a-z][a-z_:]*) ?(?:(>?=) ?(\d{1,5}))?$/;

/**
 * Reads `sharpness`, `sharpness>=5`, `fire aspect=2`, several with commas; case and `minecraft:` do not matter. A text that
 * cannot be read gives a sentence (English, without the asker's own words) that says what would do.
 */
export function parseEnchantments(text: string): readonly EnchantmentTest[] | string {
  const parts = text.split(',', MAX_TESTS + 2).map((part) => part.trim());
  const tests: EnchantmentTest[] = [];
  for (const part of parts) {
    const test = part.length > 100 ? null : parseTest(part);
    if (test === null) return HOW;
    tests.push(test);
  }
  if (tests.length > MAX_TESTS) return `Give at most ${MAX_TESTS} enchantments.`;
  return tests;
}

/** Sharpness V: no enchantment's name ends so. */
const LEVEL_IN_WORDS = /_(?:i{1,3}|i?v|vi{1,3}|i?x)$/;

/** A level of 0 would ask for nothing that can be. */
function parseTest(part: string): EnchantmentTest | null {
  const [, name, sign, level = '1'] =
    TEST.exec(
      part
        .toLowerCase()
        .replace(/\s+/g, ' ')
        .replace(/(?<=[a-z]) (?=[a-z])/g, '_'),
    ) ?? [];
  const id = enchantmentId(name);
  if (id === null || LEVEL_IN_WORDS.test(id) || Number(level) < 1) return null;
  return { id, comparison: sign === '=' ? 'exactly' : 'at-least', level: Number(level) };
}
