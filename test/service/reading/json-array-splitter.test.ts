import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonArraySplitter, Unsplittable } from '../../../src/service/shops/json-array-splitter.ts';
import { propertyRuns } from '../../property-runs.ts';

const TOO_LARGE = Symbol('too large');

/** Returns a splitter and the list of elements it found so far, each parsed on its own. */
function openSplitter() {
  const elements: unknown[] = [];
  const splitter = new JsonArraySplitter({
    likelyLength: 0,
    takeKnown: () => false,
    take({ bytes, at }, to) {
      const value = parsedOrUndefined(bytes.toString('utf8', at, to));
      if (value === undefined) return false;
      elements.push(value);
      return true;
    },
    takeTooLarge: () => void elements.push(TOO_LARGE),
  });
  const goOver = (walk: Iterable<void>) => {
    for (const _ of walk);
  };
  return {
    elements,
    splitter,
    push: (chunk: Buffer) => goOver(splitter.push(chunk)),
    end: () => goOver(splitter.end()),
  };
}

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function split(body: Buffer, sizes: readonly number[]): unknown[] {
  const { elements, push, end } = openSplitter();
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    push(body.subarray(at, at + size));
    at += size;
  }
  end();
  return elements;
}

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('},{"id":', '}, {"id":1}]', '\\"', '"]'));
/**
 * Names without backslashes: after such a name, JSON.parse of Node 24, the oracle, misreads the next one (`{"\"]":1}`
 * gets the name `\"`).
 */
const name = text.filter((value) => !value.includes('\\'));
const child = fc.record({ id: fc.integer(), name: text, list: fc.array(fc.dictionary(name, text), { maxLength: 3 }) });
const record = fc.oneof(
  fc.record({ id: fc.integer(), owner: text, children: fc.array(fc.option(child), { maxLength: 4 }) }),
  fc.record({ name: text, id: fc.integer() }),
  fc.object({ key: name, values: [text, fc.double({ noDefaultInfinity: true, noNaN: true }), fc.constant(null)] }),
  text,
  fc.boolean(),
);

test('the splitter returns the same records as JSON.parse, for any records, spacing and chunk sizes', () => {
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
      expect(split(Buffer.from(body), chunks)).toEqual(JSON.parse(body));
    }),
    { numRuns: propertyRuns(1 / 5) },
  );
});

/** @returns the array that JSON.parse reads, or null if the text is not JSON or not an array */
function parsed(body: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(body);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function splitOrNull(body: string, sizes: readonly number[]): unknown[] | null {
  try {
    return split(Buffer.from(body), sizes);
  } catch (error) {
    if (error instanceof Unsplittable) return null;
    throw error;
  }
}

test('the splitter refuses a body with missing, repeated or changed characters exactly where JSON.parse does', () => {
  const damage = fc.record({
    at: fc.nat(),
    without: fc.integer({ min: 0, max: 3 }),
    instead: fc.oneof(fc.constantFrom(...'[]{},:" \n1', '},{"id":', ']['), fc.string({ maxLength: 3 })),
  });
  const records = fc
    .tuple(fc.array(record, { maxLength: 6 }), fc.constantFrom(1, 1, 1, 300))
    .map(([some, times]) => Array.from({ length: times }, () => some).flat());
  const sizes = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(records, fc.array(damage, { maxLength: 2 }), sizes, (all, damages, chunks) => {
      const body = damages.reduce((text, { at, without, instead }) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + instead + text.slice(place + without);
      }, JSON.stringify(all));
      // Half a surrogate pair becomes a replacement character when encoded.
      fc.pre(body.isWellFormed());
      expect(splitOrNull(body, chunks)).toEqual(parsed(body));
    }),
    { numRuns: propertyRuns(3) },
  );
});

/** Longer than the limit of one record, by several batches. */
const LONG = 4_500_000;

test.each([
  ['a byte order mark', '\ufeff[{"id":1},{"id":2}]'],
  ['more spaces before it than a record may be long', `${' '.repeat(LONG)}[{"id":1},{"id":2}]`],
  ['more spaces in it', `[{"id":1},${' '.repeat(LONG)}{"id":2}]`],
  ['more spaces after it', `[{"id":1},{"id":2}]${' '.repeat(LONG)}`],
])('an array with %s is split like any other', (_, body) => {
  expect(split(Buffer.from(body), [65_536])).toEqual([{ id: 1 }, { id: 2 }]);
});

// A short field for the title. Vitest would print the whole body.
test.each([
  { what: 'an array that breaks off', body: '[{"id":1},{"id":2', kind: 'truncated' },
  { what: 'nothing', body: '', kind: 'truncated' },
  { what: 'an object', body: '{"error":"x"}', kind: 'not-an-array' },
  { what: 'a page', body: '<html>', kind: 'not-json' },
  { what: 'a comma at the end', body: '[{"id":1},]', kind: 'not-json' },
  { what: 'more after the array', body: '[{"id":1}] more', kind: 'not-json' },
  { what: 'a text that never ends', body: `["${'x'.repeat(LONG)}`, kind: 'truncated' },
])('the splitter refuses $what as $kind', ({ body, kind }) => {
  expect(() => split(Buffer.from(body), [65_536])).toThrow(expect.objectContaining({ kind }));
});

test('the splitter holds at most 4 MiB and a few chunks of a record without an end', () => {
  const { elements, splitter, push, end } = openSplitter();
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  push(Buffer.from('["'));
  for (let turn = 0; turn < 40; turn += 1) {
    push(chunk);
    expect(splitter.heldBytes).toBeLessThan(7 * chunk.length);
  }
  expect(elements).toEqual([]);
  push(Buffer.from('",7]'));
  end();
  expect(elements).toEqual([TOO_LARGE, 7]);
});

test('the splitter skips only the one record over 4 MiB, whatever its position and content', () => {
  const long = { id: 2, text: '},{"id":3,"]'.repeat(370_000), deep: `${'['.repeat(9)}` };
  // Exceeds the limit by more than a chunk, because the splitter checks the length of a record between chunks.
  const nested = {
    id: 4,
    children: Array.from({ length: 11_500 }, (_, id) => ({ id, name: `},{"id":${id}`, more: 'x'.repeat(400) })),
  };
  const few = Array.from({ length: 300 }, (_, id) => ({ id: 10 + id, text: '",' }));
  // Large chunks, because byte-by-byte splitting would take millions of them.
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
      const lastIsWhole = split(Buffer.from(JSON.stringify(records)), chunks);
      expect(lastIsWhole.length).toBe(kept.length);
      expect(lastIsWhole.every((one, at) => one === kept[at] || JSON.stringify(one) === JSON.stringify(kept[at]))).toBe(
        true,
      );
    }),
    { numRuns: propertyRuns(1 / 20) },
  );
});
