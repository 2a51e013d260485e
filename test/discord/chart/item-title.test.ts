import { expect, test } from 'vitest';
import { chartOf } from '../../../commands/price/chart.ts';
import { GameNames } from '../../../src/item-names/game-names.ts';
import { ENGLISH } from '../../../src/language/english.ts';
import { Language } from '../../../src/language/language.ts';

const FACTS = { now: 1_000, since: 0, points: [], mixed: null, asks: [], outages: [], knownSince: null };

test.each([
  ['Schleimblock', 'Schleimblock'],
  ['𐌰𐌱', 'Slime Block'],
])('a chart of what is called %s has %s in its picture, and its name in the words', (name, drawn) => {
  const names = new GameNames({ 'block.minecraft.slime_block': name });
  const language = new Language('de', (key) => ENGLISH[key], String, names);
  const chart = chartOf({ type: 'SLIME_BLOCK', label: 'Slime Block' }, FACTS, null, language);
  expect(chart).toMatchObject({ title: name, typeName: drawn });
});
