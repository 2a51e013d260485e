import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };
const COUNT = 0x110000 - SURROGATES.count;

/**
 * A unit for strings of any Unicode character except lone surrogates. fast-check's `'binary'` first builds a table of a
 * million entries, which takes over a second and 180 MB in every worker.
 */
export const anyCodePoint: fc.Arbitrary<string> = fc
  .nat(COUNT - 1)
  .map((at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count), placeOf);

/** Inverts the mapping. fast-check needs it to insert words like `__proto__` into a string. */
function placeOf(text: unknown): number {
  const codePoint = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (codePoint === undefined || text !== String.fromCodePoint(codePoint)) throw new Error('not a code point');
  return codePoint < SURROGATES.first ? codePoint : codePoint - SURROGATES.count;
}
