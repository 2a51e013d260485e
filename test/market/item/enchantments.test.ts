import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEnchantments } from '../../../src/market/item/enchantments.ts';
import { enchantmentLabel } from '../../../src/market/item/label.ts';
import { anyCodePoint } from '../../any-code-point.ts';

/** Formats the conditions as a user would type them. */
function parsed(text: string): string {
  const tests = parseEnchantments(text);
  if (typeof tests === 'string') return 'refused';
  return tests.map(({ id, comparison, level }) => `${id}${comparison === 'exactly' ? '=' : '>='}${level}`).join(', ');
}

test.each([
  ['sharpness', 'sharpness>=1'],
  ['sharpness>=5', 'sharpness>=5'],
  ['sharpness=5', 'sharpness=5'],
  ['  Minecraft:SHARPNESS  >= 5 ', 'sharpness>=5'],
  ['fire aspect=2', 'fire_aspect=2'],
  ['fire_aspect', 'fire_aspect>=1'],
  ['luck of the sea', 'luck_of_the_sea>=1'],
  ['sharpness>=5,mending , unbreaking=3', 'sharpness>=5, mending>=1, unbreaking=3'],
  ['sweeping', 'sweeping_edge>=1'],
  ['Curse of Binding', 'binding_curse>=1'],
  ['custom:soulbound', 'custom:soulbound>=1'],
  ['unbreaking>=32767', 'unbreaking>=32767'],
  ['Sharpness V', 'sharpness=5'],
  ['sharpness 5', 'sharpness=5'],
  ['Sharpness V, Unbreaking III', 'sharpness=5, unbreaking=3'],
  ['fire aspect ii', 'fire_aspect=2'],
  ['FIRE_ASPECT_X', 'fire_aspect=10'],
  ['Curse of Vanishing', 'vanishing_curse>=1'],
  ['curse of binding i', 'binding_curse=1'],
  ['ｓｈａｒｐｎｅｓｓ＞＝５，ｍｅｎｄｉｎｇ', 'sharpness>=5, mending>=1'],
  ['sharpness≥5、Unbreaking Ⅲ', 'sharpness>=5, unbreaking=3'],
  ['custom:soul_mimic>=1', 'custom:soul_mimic>=1'],
])('the enchantment query %j is read as %s', (text, expected) => expect(parsed(text)).toBe(expected));

test.each([
  '',
  ' ',
  ',',
  'sharpness,',
  '5',
  'sharpness>5',
  'sharpness<=5',
  'sharpness<5',
  'sharpness==5',
  'sharpness 0',
  'sharpness IIII',
  'Sharpness XI',
  'sharpness vx',
  'sharpness L',
  'sharpness V>=5',
  'sharpness 5 5',
  'sharpness=0',
  'sharpness=-1',
  'sharpness=1.5',
  'sharpness=five',
  'sharpness=',
  'sharpness=999999',
  'sharp@everyone',
  'a'.repeat(101),
])('the enchantment query %j is refused', (text) => expect(parseEnchantments(text)).toBe('unreadable'));

test('every enchantment label is read as that enchantment and level', () => {
  const ids = 'sharpness fire_aspect luck_of_the_sea mending vanishing_curse custom:soulbound'.split(' ');
  fc.assert(
    fc.property(fc.constantFrom(...ids), fc.integer({ min: 1, max: 300 }), (id, level) => {
      const [test] = [parseEnchantments(enchantmentLabel({ id, level }))].flat();
      expect(test).toMatchObject({ id, level });
    }),
  );
});

test('a query of more than ten enchantments is refused as too many', () => {
  expect(parsed(Array(10).fill('mending').join())).not.toBe('refused');
  expect(parseEnchantments(Array(11).fill('mending').join())).toBe('too-many');
  expect(parsed(','.repeat(100_000))).toBe('refused');
});

test('parsing enchantments never throws, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: anyCodePoint }), fc.string({ unit: fc.constantFrom(...'a_ >=,:5é') })),
      (text) => {
        const tests = parseEnchantments(text);
        if (typeof tests === 'string') expect(['unreadable', 'too-many']).toContain(tests);
        else for (const { id, level } of tests) expect([id.length > 0, level >= 1]).toEqual([true, true]);
      },
    ),
  );
});
