import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readStoredText, storedText } from '../../../src/storage/postgres/stored-text.ts';
import { anyUtf16 } from './any-utf16.ts';

test('any text is read as written, and its stored form holds nothing that PostgreSQL rejects', () => {
  fc.assert(
    fc.property(anyUtf16, (text) => {
      const stored = storedText(text);
      expect(readStoredText(stored)).toBe(text);
      expect(stored.isWellFormed()).toBe(true);
      expect(stored).not.toContain('\0');
    }),
  );
});

test('nearly all texts are stored unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      if (!text.includes('\\') && !text.includes('\0')) expect(storedText(text)).toBe(text);
    }),
  );
});

test('similar special texts have different stored forms', () => {
  expect(storedText('\\0')).toBe('\\\\0');
  expect(storedText('\0')).toBe('\\0');
  expect(storedText('\ud83d')).toBe('\\uD83D');
  expect(storedText('\\uD83D')).toBe('\\\\uD83D');
  expect(storedText('\udc00\ud83d')).toBe('\\uDC00\\uD83D');
  expect(storedText('\ud83d\ude00')).toBe('\ud83d\ude00');
});
