import { expect, test } from 'vitest';
import { PSEUDO } from './spoken.ts';

test('a heading and a small line of the pseudo-language stay what they are', () => {
  expect(PSEUDO.say('feed.list.title')).toMatch(/^## \u202b\[/);
  expect(PSEUDO.say('feed.chosen.edit')).toMatch(/^-# \u202b\[/);
});
