import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { readShops } from '../../../src/service/shops/download.ts';
import { readShop } from '../../../src/service/wire/shop.ts';
import { propertyRuns } from '../../property-runs.ts';
import { changes, contents, next, recordsOf } from './bodies.ts';
import { inChunks, type ReadBody, readBody, readPlainly } from './read-body.ts';

const times = fc.integer({ min: 1, max: 12 });
const stories = fc.record({
  first: fc.tuple(fc.array(contents, { maxLength: 20 }), times).map(([all, many]) => recordsOf(all, many)),
  turns: fc.array(changes, { maxLength: 3 }),
  isCheck: fc.boolean(),
  savesAll: fc.boolean(),
  sizes: fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 4 }),
  between: fc.constantFrom(',', ',', ', ', '\n,\r\n\t '),
});
type Story = typeof stories extends fc.Arbitrary<infer Value> ? Value : never;

interface Step {
  readonly records: readonly string[];
  readonly turn: Story['turns'][number] | null;
  /** The last one that was good, and its records. */
  readonly before: { readonly read: ReadBody; readonly records: readonly string[] } | null;
  /** null: refused. */
  readonly read: ReadBody | null;
}

/** Bodies one after the other, each read against the last one that was good. */
async function stepsOf({ first, turns, ...way }: Story): Promise<Step[]> {
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

async function forEachStep(all: fc.Arbitrary<Story>, look: (step: Step, story: Story) => void): Promise<void> {
  const property = fc.asyncProperty(all, async (story) => {
    for (const step of await stepsOf(story)) look(step, story);
  });
  await fc.assert(property, { numRuns: propertyRuns() });
}

/** The elements of the body; undefined: it is no JSON array. */
function parsed(body: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** How often each stands in the lists, less how often it stands in `others`. */
function countOf<T>(all: readonly T[], others: readonly T[] = []): Map<T, number> {
  const counts = new Map<T, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const one of others) counts.set(one, (counts.get(one) ?? 0) - 1);
  for (const [one, count] of counts) if (count === 0) counts.delete(one);
  return counts;
}

test('a body that is read against another gives what its records say, however they have changed', async () => {
  const look = ({ records, read }: Step) => {
    const plain = readPlainly(records);
    expect(read === null).toBe(plain.isRefused);
    if (read === null) return;
    expect(isDeepStrictEqual(read.shops, plain.shops)).toBe(true);
    expect([read.setAside, read.mistaken]).toEqual([plain.setAside, []]);
  };
  await forEachStep(stories, look);
});

test('what is fresh and what is gone is the difference to the body before, shop by shop', async () => {
  const look = ({ before, read }: Step) => {
    if (read === null) return;
    const { shops, fresh, gone } = read;
    const known = before?.read.shops ?? [];
    expect(countOf([...known, ...fresh], gone)).toEqual(countOf(shops));
    const inOrder = [...fresh];
    for (const shop of shops) if (inOrder[0] === shop) inOrder.shift();
    expect(inOrder).toEqual([]);
  };
  await forEachStep(stories, look);
});

test('a damaged body that is read against another is refused, or gives what it says', async () => {
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

test('the bytes of fresh records are saved, in a check and where all are asked for those of all; of broken ones never', async () => {
  const look = ({ records, read }: Step, { isCheck, savesAll }: Story) => {
    if (read === null) return;
    const fresh = new Set<Shop | undefined>(read.fresh);
    const { texts } = readPlainly(records);
    expect(read.saved).toEqual(texts.filter((_, at) => isCheck || savesAll || fresh.has(read.shops[at])));
  };
  await forEachStep(stories, look);
});

test('where no record is gone or stands elsewhere, each that comes again byte for byte is the same shop', async () => {
  const inOrder = stories.map(
    (story): Story => ({
      ...story,
      turns: story.turns.map((turn) => ({ ...turn, gone: 0, order: 'kept', repeated: 0 })),
    }),
  );
  const look = ({ records, before, read }: Step) => {
    if (read === null || before === null) return;
    const texts = readPlainly(before.records).texts;
    const known = new Map(texts.map((text, at) => [text, before.read.shops[at]]));
    const again = readPlainly(records).texts.map((text) => known.get(text));
    expect(again.every((shop, at) => shop === undefined || shop === read.shops[at])).toBe(true);
  };
  await forEachStep(inOrder, look);
});
