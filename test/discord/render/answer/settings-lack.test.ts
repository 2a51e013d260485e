import { expect, test } from 'vitest';
import { formatLack, formatLackOfAll } from '../../../../src/discord/render/answer/settings-lack.ts';
import { ENGLISH } from '../../../language/spoken.ts';

const NONE = { feeds: 0, watches: 0, people: 0 };
const lost = { feeds: 1, watches: 3, people: 2, at: 1_700_000_000_000 };

test('lists say what of their kind is missing, and nothing where nothing is', () => {
  expect(formatLack(null, 'watches', ENGLISH)).toEqual([]);
  expect(formatLack({ lost: null, setAside: { ...NONE, feeds: 1 } }, 'watches', ENGLISH)).toEqual([]);
  expect(formatLack({ lost, setAside: { ...NONE, watches: 1 } }, 'watches', ENGLISH)).toEqual([
    '⚠️ Crier lost 3 watches <t:1700000000:R>. Yours may be among them. Whoever runs Crier may have a backup.',
    '⚠️ Crier can’t read 1 stored watch. Yours may be among them. Whoever runs Crier finds which in its log.',
  ]);
});

test('/health says all of it', () => {
  expect(formatLackOfAll({ lost, setAside: { ...NONE, feeds: 2 } }, ENGLISH)).toBe(
    '**Lost** <t:1700000000:R>: 1 feed, 3 watches, and quiet hours of 2 people. The backup may have them\n**Cannot be read**: 2 feeds. They stay in the store: see Crier’s log',
  );
});
