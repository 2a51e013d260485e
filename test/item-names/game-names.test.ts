import { expect, test } from 'vitest';
import { nameOfEnchantment, nameOfIdentity, nameOfItem, nameOfType } from '../../src/discord/render/words/names.ts';
import { GameNames } from '../../src/item-names/item-names.ts';
import { ENGLISH } from '../../src/language/english.ts';
import { Language } from '../../src/language/language.ts';
import { identify } from '../../src/market/item/identity.ts';
import { item } from '../market/samples.ts';

const NAMES = new GameNames({
  'block.minecraft.slime_block': 'Schleimblock',
  'block.minecraft.carrots': 'Karotte',
  'item.minecraft.carrot': 'Karotte',
  'item.minecraft.music_disc_cat': 'Schallplatte',
  'item.minecraft.music_disc_13': 'Schallplatte',
  'item.minecraft.music_disc_13.desc': 'C418 – 13',
  'item.minecraft.enchanted_book': 'Verzaubertes Buch',
  'item.minecraft.potion': 'Trank',
  'item.minecraft.potion.effect.healing': 'Trank der Heilung',
  'item.minecraft.potion.effect.swiftness': 'Trank der Schnelligkeit',
  'enchantment.minecraft.sharpness': 'Schärfe',
  'enchantment.minecraft.mending': 'Reparatur',
  'enchantment.level.5': 'V',
  'gui.done': 'Fertig',
});
const GERMAN = new Language('de', (key) => ENGLISH[key], String, NAMES);

test.each([
  ['SLIME_BLOCK', 'Schleimblock'],
  ['CARROT', 'Karotte'],
  ['CARROTS', 'Carrots'],
  ['MUSIC_DISC_CAT', 'Schallplatte (Music Disc Cat)'],
  ['IRON_INGOT', 'Iron Ingot'],
])('the type %s is displayed as %s', (type, name) => expect(nameOfType(type, GERMAN)).toBe(name));

test.each([
  ['schleim block', 'SLIME_BLOCK'],
  ['Schallplatte', null],
  ['Schallplatte (Music Disc 13)', 'MUSIC_DISC_13'],
  ['Netherit', null],
])('the name %s is resolved to the type %s', (name, type) => expect(NAMES.typeCalled(name)).toBe(type));

test.each([
  ['sharpness', 5, 'Schärfe V'],
  ['sharpness', 4, 'Schärfe IV'],
  ['sharpness', null, 'Schärfe'],
  ['mending', 1, 'Reparatur'],
  ['thorns', 3, 'Thorns III'],
])('enchantment %s %s is displayed as %s', (id, level, name) =>
  expect(nameOfEnchantment(id, level, GERMAN)).toBe(name),
);

test.each([
  ['healing', 'Trank der Heilung'],
  ['strong_healing', 'Trank der Heilung II'],
  ['long_swiftness', 'Trank der Schnelligkeit +'],
  ['luck', 'Trank (Luck)'],
])('a potion of %s is displayed as %s', (potion, name) => {
  expect(nameOfIdentity(identify('POTION', `{Potion:"minecraft:${potion}"}`), GERMAN)).toBe(name);
});

test('the English name from the service is translated, a custom name is not', () => {
  const book = identify('ENCHANTED_BOOK', '{StoredEnchantments:[{id:"minecraft:sharpness",lvl:5s}]}');
  expect(nameOfItem(item(book), GERMAN)).toBe('Verzaubertes Buch (Schärfe V)');
  expect(nameOfItem(item('SLIME_BLOCK'), GERMAN)).toBe('Schleimblock');
  expect(nameOfItem(item('SLIME_BLOCK', { name: 'Bouncy' }), GERMAN)).toBe('Schleimblock “Bouncy”');
});
