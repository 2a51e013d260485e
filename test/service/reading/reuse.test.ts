import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { readShops } from '../../../src/service/shops/shop-reader.ts';
import { readShop } from '../../../src/service/wire/shop.ts';
import { propertyRuns } from '../../property-runs.ts';
import { changes, contents, next, recordsOf } from './bodies.ts';
import { inChunks, type ReadBody, readBody, readPlainly } from './read-body.ts';

const times = fc.integer({ min: 1, max: 12 });
const sequences = fc.record({
  first: fc.tuple(fc.array(contents, { maxLength: 20 }), times).map(([all, many]) => recordsOf(all, many)),
  turns: fc.array(changes, { maxLength: 3 }),
  sizes: fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 4 }),
  between: fc.constantFrom(',', ',', ', ', '\n,\r\n\t '),
});
type Sequence = typeof sequences extends fc.Arbitrary<infer Value> ? Value : never;

interface Step {
  readonly records: readonly string[];
  readonly turn: Sequence['turns'][number] | null;
  /** The last valid read and its records, or null. */
  readonly before: { readonly read: ReadBody; readonly records: readonly string[] } | null;
  /** Null if the reader refused the body. */
  readonly read: ReadBody | null;
}

/** Reads consecutive bodies, each with the records of the last valid one known. */
async function stepsOf({ first, turns, ...way }: Sequence): Promise<Step[]> {
  const steps: Step[] = [];
  let before: Step['before'] = null;
  let records = first;
  for (const turn of [null, ...turns]) {
    if (turn !== null) records = next(records, turn);
    const read = await readBody(records, { ...way, known: before?.read.records ?? null });
    steps.push({ records, turn, before, read });
    if (read !== null) before = { read, records };
  }
  return steps;
}

async function forEachStep(all: fc.Arbitrary<Sequence>, checkStep: (step: Step) => void): Promise<void> {
  const property = fc.asyncProperty(all, async (story) => {
    for (const step of await stepsOf(story)) checkStep(step);
  });
  await fc.assert(property, { numRuns: propertyRuns() });
}

/** @returns the elements of the body, or undefined if it is not a JSON array */
function parsed(body: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

test('a body read with known records equals a full parse, however its records changed', async () => {
  const checkStep = ({ records, read }: Step) => {
    const plain = readPlainly(records);
    expect(read === null).toBe(plain.isRefused);
    if (read === null) return;
    expect(isDeepStrictEqual(read.shops, plain.shops)).toBe(true);
    expect([read.broken, read.isSavedWhole]).toEqual([plain.broken, true]);
  };
  await forEachStep(sequences, checkStep);
});

test('a byte-identical record keeps its shop object at any position, and all other records are parsed', async () => {
  const checkStep = ({ records, before, read }: Step) => {
    if (read === null) return;
    const textsBefore = before === null ? [] : readPlainly(before.records).texts;
    const known = Map.groupBy(before?.read.shops ?? [], (_, at) => textsBefore[at]);
    const texts = readPlainly(records).texts;
    const isSame = (text: string, at: number) => known.get(text)?.includes(read.shops[at] as Shop) ?? true;
    expect(texts.every(isSame)).toBe(true);
    expect(read.parsed).toBe(texts.filter((text) => !known.has(text)).length);
  };
  await forEachStep(sequences, checkStep);
});

test('a damaged body read with known records is refused, or equals a full parse', async () => {
  const bodies = fc.record({
    records: fc
      .tuple(fc.array(contents, { minLength: 1, maxLength: 5 }), times)
      .map(([all, many]) => recordsOf(all, many)),
    at: fc.nat(),
    without: fc.nat(400),
    instead: fc.constantFrom('', '"', '{', '}', ']', ',', ' ', '},{"id":', '\ufeff'),
  });
  await fc.assert(
    fc.asyncProperty(bodies, async ({ records, at, without, instead }) => {
      const known = (await readBody(records))?.records ?? null;
      const body = `[${records.join(',')}]`;
      const place = at % (body.length + 1);
      const damaged = `${body.slice(0, place)}${instead}${body.slice(place + without)}`;
      fc.pre(damaged.isWellFormed() && !damaged.startsWith('\ufeff'));
      const read = await readShops(inChunks(Buffer.from(damaged), [65_536]), { unit: 'bundles', known });
      const plain = parsed(damaged)?.map((record) => readShop(record, 'bundles'));
      const shops = plain?.flatMap((one) => (one.ok ? [one.value] : []));
      const isGood = plain !== undefined && shops !== undefined && plain.length - shops.length <= 0.2 * plain.length;
      expect(read.ok).toBe(isGood);
      if (read.ok) expect(isDeepStrictEqual(read.value.records.shops, shops)).toBe(true);
    }),
    { numRuns: propertyRuns(3) },
  );
});
