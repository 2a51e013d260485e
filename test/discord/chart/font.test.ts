import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dateSamples } from '../../../scripts/date-samples.ts';
import { fontFiles, isDrawable } from '../../../src/discord/chart/font.ts';
import { CATALOGUES } from '../../../src/language/languages.ts';

const TAGS = ['en', 'de', 'fr', 'es-ES', 'pt-BR', 'it', 'nl', 'pl', 'ru', 'uk', 'tr', 'ja', 'ko', 'zh-CN'];
const undrawable = (words: readonly string[]) => [...new Set(words.join(''))].filter((sign) => !isDrawable(sign));

test.each(TAGS)('the chart fonts contain every character of the dates in %s', (tag) => {
  expect(undrawable(dateSamples(tag))).toEqual([]);
});

test.each(Object.entries(CATALOGUES))(
  'the chart fonts contain every character of the chart texts in %s, or else need `node scripts/chart-font.ts`',
  (_, texts) => {
    const chartTexts = Object.entries(texts).flatMap(([key, text]) => (key.startsWith('chart.') ? [text] : []));
    expect(undrawable(chartTexts)).toEqual([]);
  },
);

test('the chart fonts contain Turkish, Polish and Ukrainian letters, and no characters that no chart needs', () => {
  expect(undrawable(['ığşçöüİ ąćęłńóśźżŁ ґєіїҐЄІЇ'])).toEqual([]);
  expect(undrawable(['月월', '鬱꿹', '\uFFFD\uFFFF'])).toEqual(['鬱', '꿹', '\uFFFD', '\uFFFF']);
});

test('the chart fonts in the repository stay small', () => {
  const sizes = fontFiles().map((file) =>
    file.endsWith('-CN.ttf') || /[/](ja|ko)\.ttf$/.test(file) ? statSync(file).size : 0,
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(500_000);
});
