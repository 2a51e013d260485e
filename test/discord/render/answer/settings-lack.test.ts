import { expect, test } from 'vitest';
import { formatLack, formatLackOfAll } from '../../../../src/discord/render/answer/list-notes.ts';
import { ENGLISH } from '../../../language/spoken.ts';

const NONE = { feeds: 0, watches: 0, people: 0 };
const quarantinedAt = 1_700_000_000_000;
const DAMAGED =
  '⚠️ Crier’s store was damaged or removed <t:1700000000:R>: feeds and watches from before are missing. The person who runs Crier may have a backup.';

test('a list states how many of its kind are missing, if any', () => {
  expect(formatLack(null, 'watches', ENGLISH)).toEqual([]);
  expect(formatLack({ quarantinedAt: null, unreadable: { ...NONE, feeds: 1 } }, 'watches', ENGLISH)).toEqual([]);
  expect(formatLack({ quarantinedAt, unreadable: { ...NONE, watches: 1 } }, 'watches', ENGLISH)).toEqual([
    DAMAGED,
    '⚠️ Crier can’t read 1 stored watch. Yours may be among them. The person who runs Crier finds which in its log.',
  ]);
});

test('/health states that the store was damaged and how many records are unreadable', () => {
  expect(formatLackOfAll({ quarantinedAt, unreadable: { ...NONE, feeds: 2 } }, ENGLISH)).toBe(
    `${DAMAGED}\n**Cannot be read**: 2 feeds. They stay in the store: see Crier’s log`,
  );
});
