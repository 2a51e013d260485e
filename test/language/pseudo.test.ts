import { expect, test } from 'vitest';
import { PSEUDO } from './spoken.ts';

test('a heading and a line in small print of the pseudo-language keep their markup', () => {
  expect(PSEUDO.say('feed.list.title')).toMatch(/^## \u202b\[/);
  expect(PSEUDO.say('feed.chosen.edit')).toMatch(/^-# \u202b\[/);
});
