import fc from 'fast-check';
import { createRandom, type Random } from '../../../sandbox/economy/random.ts';

/** A record of getAllShops without its id, valid or broken. */
type Contents = Readonly<Record<string, unknown>>;

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('},{"id":', ',"item":', '"},"type":"', '\\"', '{', ']', 'é', '\ud800', ''),
);
const plainItem = fc.record(
  {
    type: fc.constantFrom('DIRT', 'DIAMOND', 'SHULKER_BOX', 'POTION'),
    quantity: fc.integer({ min: 1, max: 64 }),
    name: text,
    snbt: fc.oneof(fc.constantFrom('{}', '{Potion:"minecraft:healing"}', null), text),
  },
  { requiredKeys: ['type'] },
);
const child = fc.oneof(plainItem, fc.constant(null), fc.record({ id: fc.nat(), type: text }));
const box = fc.record({ type: fc.constant('CHEST'), childItems: fc.array(child, { maxLength: 4 }) });
const item = fc.oneof({ weight: 4, arbitrary: plainItem }, box);
const coordinate = fc.integer({ min: -30_000, max: 30_000 });
const amount = fc.oneof({ weight: 99, arbitrary: fc.nat(5_000) }, fc.constantFrom(-1, 0.5, 1e308, 2 ** 53));
const withoutItem = {
  owner: fc.record({ name: fc.constantFrom('Ann', 'Bob', 'Zoë'), uuid: fc.constantFrom('U1', 'u2') }),
  location: fc.record({ x: coordinate, y: coordinate, z: coordinate, world: fc.oneof(fc.constant('world'), text) }),
  type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom('SELLING', 'BUYING') }, text),
  price: amount,
  remaining: amount,
};
const fields = { ...withoutItem, item };

/** Records of every revision, with their fields in varying order. A few have additional fields or are broken. */
export const contents: fc.Arbitrary<Contents> = fc.oneof(
  { weight: 20, arbitrary: fc.record(fields) },
  fc.record({ item, ...withoutItem }),
  fc.record({ ...fields, remaining: fc.constant(undefined), remainingStock: amount }),
  fc.record({ ...fields, note: fc.oneof(text, fc.array(fc.nat())) }),
  fc.record({ ...fields, owner: text }),
);

/** The difference between two consecutive bodies: percentages of changed and missing records, and the order. */
export const changes = fc.record({
  changed: fc.constantFrom(0, 1, 30, 100),
  gone: fc.constantFrom(0, 1, 20),
  added: fc.array(contents, { maxLength: 8 }),
  /** Number of records repeated at the end, byte for byte. */
  repeated: fc.nat(2),
  order: fc.constantFrom('kept', 'kept', 'rotated', 'shuffled'),
  seed: fc.nat(),
});
type Changes = typeof changes extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the records as JSON texts, each `times` times with distinct ids. */
export function recordsOf(all: readonly Contents[], times: number): string[] {
  const many = Array.from({ length: times }, () => all).flat();
  return many.map((one, id) => JSON.stringify({ id, ...one }));
}

/** Returns the records of the next body. */
export function next(records: readonly string[], { changed, gone, added, repeated, order, seed }: Changes): string[] {
  const random = createRandom(seed);
  const stay = records.filter(() => !random.chance(gone / 100));
  const now = stay.map((record) => (random.chance(changed / 100) ? withOtherPrice(record, random) : record));
  for (const one of added) {
    const record = JSON.stringify({ id: random.integer(10_000, 99_999), ...one });
    now.splice(random.integer(0, now.length), 0, record);
  }
  if (order === 'rotated') now.push(...now.splice(0, random.integer(0, now.length)));
  const ordered = order === 'shuffled' ? shuffled(now, random) : now;
  return [...ordered, ...ordered.slice(0, repeated)];
}

function withOtherPrice(record: string, random: Random): string {
  return JSON.stringify({ ...JSON.parse(record), price: random.integer(0, 200) });
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => ({ one, key: random.unit() }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);
}
