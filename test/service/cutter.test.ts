import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cutter, TOO_LARGE } from '../../src/service/shops/cutter.ts';
import { propertyRuns } from '../property-runs.ts';

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
    { numRuns: propertyRuns(1 / 5) },
  );
});

/** More than a record may be long, by some batches. */
const LONG = 4_500_000;

// A name of its own: vitest would name the test by the whole body.
test.each([
  { what: 'an array that breaks off', body: '[{"id":1},{"id":2', kind: 'truncated' },
  { what: 'nothing', body: '', kind: 'truncated' },
  { what: 'an object', body: '{"error":"x"}', kind: 'not-an-array' },
  { what: 'a page', body: '<html>', kind: 'not-json' },
  { what: 'a comma at the end', body: '[{"id":1},]', kind: 'not-json' },
  { what: 'more after the array', body: '[{"id":1}] more', kind: 'not-json' },
  { what: 'a text that never ends', body: `["${'x'.repeat(LONG)}`, kind: 'truncated' },
])('$what is refused: $kind', ({ body, kind }) => {
  expect(() => cut(Buffer.from(body), [65_536])).toThrow(expect.objectContaining({ kind }));
});

test('a record over 4 MiB is let go of alone, wherever it stands and whatever is in it', () => {
  const long = { id: 2, text: '},{"id":3,"]'.repeat(370_000), deep: `${'['.repeat(9)}` };
  // Larger than the bound by more than a chunk: how much of a record has come is looked at between two.
  const nested = {
    id: 4,
    children: Array.from({ length: 11_500 }, (_, id) => ({ id, name: `},{"id":${id}`, more: 'x'.repeat(400) })),
  };
  const few = Array.from({ length: 300 }, (_, id) => ({ id: 10 + id, text: '",' }));
  // Not byte by byte, as above: millions of chunks.
  const sizes = fc.array(fc.integer({ min: 1_000, max: 300_000 }), { minLength: 1, maxLength: 4 });
  const large = fc.subarray([long, nested], { minLength: 1 });
  const bodies = fc.tuple(fc.nat(2), large, fc.nat(1), fc.boolean());
  fc.assert(
    fc.property(bodies, sizes, ([before, middle, after, between], chunks) => {
      const [first, ...others] = middle;
      const records = [
        ...few.slice(0, before * 150),
        first,
        ...(between ? few : []),
        ...others,
        ...few.slice(0, after),
      ];
      const kept = records.map((one) => (one === long || one === nested ? TOO_LARGE : one));
      const lastIsWhole = cut(Buffer.from(JSON.stringify(records)), chunks);
      expect(lastIsWhole.length).toBe(kept.length);
      expect(lastIsWhole.every((one, at) => JSON.stringify(one) === JSON.stringify(kept[at]))).toBe(true);
    }),
    { numRuns: propertyRuns(1 / 20) },
  );
});
