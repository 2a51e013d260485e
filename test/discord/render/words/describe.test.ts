import { expect, test } from 'vitest';
import { describeFeed, describeRate, describeWatch } from '../../../../src/discord/render/words/describe.ts';
import { unmark } from '../../../../src/discord/render/words/text.ts';
import type { Watch } from '../../../../src/routing/watch.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { watch as watchSample } from '../../../routing/samples.ts';
import { feedOf } from '../feeds.ts';

const EMERALD = { type: 'EMERALD' };
const PLACE = { x: 0, z: -12_000, within: 100, containers: true };
const watch = watchSample('w1', { item: EMERALD, price: 1 / 3, filter: PLACE, cooldownMinutes: 60 });

test('a description quotes the numbers of the user exactly', () => {
  const filter = { maxPrice: 1234.5678, minPrice: 0.000_000_001, containers: true };
  expect(describeFeed(feedOf('trades', { minValue: 0.1234567, filter }), ENGLISH)).toBe(
    'Purchases and sales, at most 1,234.5678 diamonds each, at least 0.000000001 diamonds each, at least 0.1234567 diamonds in total',
  );
  expect(describeWatch({ ...watch, price: 0.5 }, ENGLISH)).toContain('· 0.50 diamonds each or less,');
});

test('a feed is described with its style, unless that is the usual one', () => {
  expect(describeFeed(feedOf('trades', { everyMinutes: 5, style: 'compact' }), ENGLISH)).toBe(
    'Purchases and sales, every 5 minutes, compact',
  );
  expect(describeFeed(feedOf('trades', { style: 'cards' }), ENGLISH)).toBe('Purchases and sales');
});

test('a feed with its own language is described with it', () => {
  expect(describeFeed(feedOf('trades', { locale: 'ja', hasOwnLanguage: true }), ENGLISH)).toBe(
    'Purchases and sales, 日本語',
  );
});

test('a place without a world is in the Overworld, and is described so', () => {
  const described = (world?: string) =>
    describeWatch({ ...watch, filter: { ...PLACE, ...(world && { world }) } }, ENGLISH);
  expect(described()).toContain('within 100 blocks of `0 -12000` in the Overworld');
  expect(described('world_the_end')).toContain('in world\\_the\\_end, within 100 blocks of `0 -12000`');
  expect(described('world_the_end')).not.toContain('Overworld');
});

test('a description without markup contains none', () => {
  expect(unmark(describeWatch(watch, ENGLISH))).toBe(
    'Emerald · 0.33 diamonds each (3 for 1) or less, within 100 blocks of 0 -12000 in the Overworld',
  );
});

test.each<[Partial<Watch>, string[]]>([
  [{}, []],
  [{ cooldownMinutes: 5 }, ['at most every 5 minutes']],
  [{ cooldownMinutes: 0 }, ['every time']],
  [{ trigger: 'my-shop', cooldownMinutes: 0 }, []],
  [{ trigger: 'my-shop', cooldownMinutes: 0, everyMinutes: 60 }, ['one message every 60 minutes, empty shops at once']],
  [{ trigger: 'my-shop', cooldownMinutes: 60 }, ['at most every 60 minutes']],
  [{ repeat: 'once', cooldownMinutes: 5 }, ['once']],
])('the rate of a watch with %j is described if it is unusual', (more, words) => {
  expect(describeRate({ ...watch, ...more }, ENGLISH)).toEqual(words);
});
