import { expect, test } from 'vitest';
import { identify, unknownVariant } from '../../../src/market/item/identity.ts';
import { itemName } from '../../../src/market/item/item-name.ts';
import { displayName, enchantmentLabel, labelOf } from '../../../src/market/item/label.ts';
import { item } from '../samples.ts';

test.each([
  ['SLIME_BLOCK', 'Slime Block'],
  ['DIRT', 'Dirt'],
  ['strong_healing', 'Strong Healing'],
  ['__ODD__NAME_', 'Odd Name'],
  ['TNT', 'TNT'],
  ['HEART_OF_THE_SEA', 'Heart of the Sea'],
  ['JACK_O_LANTERN', "Jack o'Lantern"],
  ['EXPERIENCE_BOTTLE', "Bottle o' Enchanting"],
  ['ENDER_EYE', 'Eye of Ender'],
  ['CARROT_ON_A_STICK', 'Carrot on a Stick'],
  ['MUSIC_DISC_CAT', 'Music Disc Cat'],
  ['luck_of_the_sea', 'Luck of the Sea'],
  ['', ''],
])('the type %j has the name %j', (type, name) => expect(itemName(type)).toBe(name));

test.each([
  ['sharpness', 5, 'Sharpness V'],
  ['unbreaking', 1, 'Unbreaking I'],
  ['unbreaking', 12, 'Unbreaking 12'],
  ['mending', 1, 'Mending'],
  ['mending', 2, 'Mending II'],
  ['binding_curse', 1, 'Curse of Binding'],
])('%s of level %i has the label %j', (id, level, label) => expect(enchantmentLabel({ id, level })).toBe(label));

test.each([
  ['{}', 'Thing'],
  ['{Enchantments:[{id:"sharpness",lvl:5},{id:"mending",lvl:1}]}', 'Thing (Mending, Sharpness V)'],
  ['{Potion:"minecraft:strong_healing"}', 'Thing (Strong Healing)'],
  ['{c:"0a1b2c3d-0000-4000-8000-00000000000a_12"}', 'Thing (canvas 0a1b2c3d…_12)'],
  ['{Potion:"luck",display:{Name:"Foo"}}', 'Thing (Luck) “Foo”'],
])('an item with %s has the label %j', (snbt, label) => expect(labelOf(identify('THING', snbt))).toBe(label));

test('the label of an unknown variant mentions it only on request', () => {
  const unknown = item(unknownVariant('THING'));
  expect([labelOf(unknown.identity), displayName(unknown)]).toEqual(['Thing', 'Thing']);
  expect(displayName(unknown, true)).toBe('Thing (variant unknown)');
});

test('a custom name follows the type, and is never repeated', () => {
  const named = identify('DIRT', '{display:{Name:"Netherite Ingot"}}');
  expect(displayName(item(named, { name: 'Netherite Ingot' }))).toBe('Dirt “Netherite Ingot”');
  const sword = identify('SWORD', '{Enchantments:[{id:"mending",lvl:1}],display:{Name:"Foo"}}');
  expect(displayName(item(sword, { name: 'Foo' }))).toBe('Sword (Mending) “Foo”');
  expect(labelOf(sword)).toBe('Sword (Mending)');
});

test('a name that differs from the type counts as a custom name if the SNBT states none', () => {
  expect(displayName(item('DIRT', { name: 'Netherite Ingot' }))).toBe('Dirt “Netherite Ingot”');
  expect(displayName(item(unknownVariant('DIRT'), { name: 'Netherite Ingot' }))).toBe('Dirt “Netherite Ingot”');
  expect(displayName(item('MUSIC_DISC_11', { name: 'Music Disc' }))).toBe('Music Disc 11');
});

test('a name equal to the type is no custom name, and a long title leaves room for its author', () => {
  const named = (type: string, name: string) =>
    displayName({ identity: identify(type), quantity: 1, name, contents: [] });
  expect(named('ELYTRA', 'ELYTRA')).toBe('Elytra');
  expect(named('DEBUG_STICK', 'debug stick')).toBe('Debug Stick');
  expect(named('DIRT', 'Netherite Ingot')).toBe('Dirt “Netherite Ingot”');
  const id = '0a1b2c3d-0000-4000-8000-00000000000a_7';
  const title = 'x'.repeat(10_000);
  const snbt = `{canvas_id:"${id}",canvas_title:"${title}",canvas_author:"Ada",canvas_generation:2}`;
  expect(labelOf(identify('PAINTING', snbt))).toMatch(/^“x{63}…” by Ada \(copy\)$/);
});
