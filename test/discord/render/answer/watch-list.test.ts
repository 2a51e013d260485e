import { expect, test } from 'vitest';
import { type ListedWatch, renderWatchList } from '../../../../src/discord/render/answer/watches.ts';
import { estimateWidth, PHONE_LINE_EM } from '../../../../src/discord/render/words/text.ts';
import type { Watch } from '../../../../src/routing/watch.ts';
import { LANGUAGES } from '../../../language/spoken.ts';
import { watch } from '../../../routing/samples.ts';
import { BEGAN } from '../arbitraries.ts';
import { layoutText } from '../layout-text.ts';

const BEACON = { type: 'BEACON' };

function listed(nearest: ListedWatch['nearest'], terms: Partial<Watch>): ListedWatch {
  const usual = { item: BEACON, filter: { item: BEACON, containers: true }, cooldownMinutes: 60 };
  return { watch: watch('w', { ...usual, ...terms }), nearest };
}

function linesOf(watches: readonly ListedWatch[], tag = 'en-US'): readonly string[] {
  const list = { page: 0, pages: 1, above: [], below: ['Shops as of now'], isRefused: false, now: BEGAN };
  return layoutText(renderWatchList({ watches, ...list, language: LANGUAGES.of(tag) })).split('\n');
}

test.each<[ListedWatch['nearest'], Partial<Watch>, string]>([
  [17, { trigger: 'at-or-below', price: 15 }, '15 or less · now 17, 13% above'],
  [12, { trigger: 'at-or-below', price: 15 }, '15 or less · ✓ now 12, 20% below'],
  [15, { trigger: 'at-or-below', price: 15 }, '15 or less · ✓ now 15, at your price'],
  [90, { trigger: 'at-or-below', price: 15 }, '15 or less · now 90, 6 times as much'],
  [0, { trigger: 'at-or-below', price: 0 }, '0 or less · now 0'],
  [null, { trigger: 'at-or-below', price: 15 }, '15 or less · no shop sells it now'],
  [undefined, { trigger: 'at-or-below', price: 15 }, '15 or less'],
  [25, { trigger: 'at-or-above', price: 30 }, 'A shop pays 30 or more · now 25, 16% below'],
  [33, { trigger: 'at-or-above', price: 30 }, 'A shop pays 30 or more · ✓ now 33, 10% above'],
  [null, { trigger: 'at-or-above', price: 30 }, 'A shop pays 30 or more · no shop buys it now'],
  [17, { trigger: 'restocked', price: null }, 'Back in stock · now 17'],
  [undefined, { trigger: 'traded', price: 9 }, 'Traded at a shop for 9 or less'],
  [17, { trigger: 'at-or-below', price: 15, paused: true }, '15 or less · now 17, 13% above · ⏸ paused'],
  [
    12,
    { trigger: 'listed', price: null, filter: { item: BEACON, containers: true, maxPrice: 10 } },
    'In a new shop, at most 10 diamonds each · now 12, 20% above',
  ],
])('/watch list: a watch with best price %s is one line with the distance to its goal', (nearest, terms, line) => {
  expect(linesOf([listed(nearest, terms)])).toContain(`**Beacon** · ${line}`);
});

test('/watch list states the unit once, in its heading', () => {
  const text = linesOf([listed(17, { price: 15 }), listed(16, { price: 14 })])
    .slice(0, 4)
    .join('\n');
  expect(text.match(/diamonds/g)).toHaveLength(1);
  expect(text).toContain('## Your watches\n-# Prices in diamonds for one item\n');
});

test('/watch list cuts names of wide letters too, so that a page has at most thirty lines on a phone', () => {
  const filter = { item: BEACON, containers: true, world: 'Щ'.repeat(60) };
  const lines = linesOf(Array.from({ length: 10 }, () => listed(17, { trigger: 'restocked', price: null, filter })));
  const shown = lines.filter((line) => line.startsWith('**Beacon**'));
  expect(shown).toHaveLength(10);
  const width = shown.reduce((sum, line) => sum + estimateWidth(line), 0);
  expect(width / PHONE_LINE_EM).toBeLessThanOrEqual(30);
});

test('/watch list has a single line for a watch whose item no shop has', () => {
  const absences = { item: { of: 'BEACON', since: BEGAN - 86_400_000 } };
  const lines = linesOf([listed(null, { price: 15, absences })]);
  expect(lines).toContain('**Beacon** · 15 or less');
  expect(lines.filter((line) => /no shop/i.test(line))).toEqual([
    expect.stringMatching(/^-# ⚠️ No shop has \*\*Beacon/),
  ]);
});

test.each([
  ['de', '**Leuchtfeuer** · 15 oder weniger · jetzt 17 (13\u00a0% darüber)'],
  ['ja', '**Beacon** · 15以下 · 今17、13%高い'],
])('/watch list is translated in %s', (tag, line) => {
  const [, , shown] = linesOf([listed(17, { price: 15 })], tag);
  expect(shown?.split(' · ').slice(1)).toEqual(line.split(' · ').slice(1));
});
