import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dateSamples } from '../../../scripts/date-samples.ts';
import { fontFiles, isDrawable } from '../../../src/discord/chart/font.ts';
import { CATALOGUES } from '../../../src/language/languages.ts';

const TAGS = ['en', 'de', 'fr', 'es-ES', 'pt-BR', 'it', 'nl', 'pl', 'ru', 'uk', 'tr', 'ja', 'ko', 'zh-CN'];
const undrawable = (words: readonly string[]) => [...new Set(words.join(''))].filter((sign) => !isDrawable(sign));

test.each(TAGS)('the fonts have every sign of the dates of %s', (tag) => {
  expect(undrawable(dateSamples(tag))).toEqual([]);
});

test.each(Object.entries(CATALOGUES))(
  '… and of the charts’ texts: %s; else run `node scripts/chart-font.ts`',
  (_, texts) => {
    const said = Object.entries(texts).flatMap(([key, text]) => (key.startsWith('chart.') ? [text] : []));
    expect(undrawable(said)).toEqual([]);
  },
);

test('Turkish, Polish and Ukrainian letters are there; signs that no chart needs are not', () => {
  expect(undrawable(['ığşçöüİ ąćęłńóśźżŁ ґєіїҐЄІЇ'])).toEqual([]);
  expect(undrawable(['月월', '鬱꿹', '\uFFFD\uFFFF'])).toEqual(['鬱', '꿹', '\uFFFD', '\uFFFF']);
});

test('the fonts that are checked in stay small', () => {
  const sizes = fontFiles().map((file) =>
    file.endsWith('-CN.ttf') || /[/](ja|ko)\.ttf$/.test(file) ? statSync(file).size : 0,
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(500_000);
});
