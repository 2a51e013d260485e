import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readStoredText, storedText } from '../../../src/storage/postgres/stored-text.ts';
import { anyUtf16 } from './any-utf16.ts';
import { borrowHandle } from './database.ts';

test('a text is read back unchanged, as a value and in an array', async () => {
  const postgres = await borrowHandle();
  await fc.assert(
    fc.asyncProperty(fc.array(anyUtf16, { minLength: 1, maxLength: 20 }), async (texts) => {
      const stored = texts.map(storedText);
      const { rows } = await postgres.query<{ one: string; all: string[]; each: string[] }>(
        'SELECT $1::text AS one, $2::text[] AS all, array(SELECT unnest($2::text[])) AS each',
        [stored[0], stored],
      );
      expect(rows).toEqual([{ one: stored[0], all: stored, each: stored }]);
      expect(rows[0]?.all.map(readStoredText)).toEqual(texts);
    }),
  );
});

test('JSON columns store every text without an escape', async () => {
  const postgres = await borrowHandle();
  await fc.assert(
    fc.asyncProperty(anyUtf16, async (text) => {
      const { rows } = await postgres.query<{ json: string }>('SELECT $1::text AS json', [JSON.stringify({ text })]);
      expect(JSON.parse(rows[0]?.json ?? '')).toEqual({ text });
    }),
  );
});
