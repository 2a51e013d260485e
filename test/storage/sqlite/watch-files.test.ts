import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedPrice } from '../../../src/language/typed-price.ts';
import type { EntryFault } from '../../../src/ports/settings.ts';
import { WATCH_TRIGGERS, type Watch } from '../../../src/routing/watch.ts';
import { watchFiles } from '../../../src/storage/mappers/watch-files.ts';
import { ENGLISH } from '../../language/spoken.ts';
import { watch } from './samples.ts';

/** Stands on: writing and reading a file of exported watches, without a store. */

/** Reads a file for an English user. */
const readFile = (content: string) =>
  watchFiles.read(content, (typed) => typedPrice(typed, ENGLISH)?.unitPrice ?? null);

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const price = fc.oneof(fc.nat(9), fc.double({ min: 0, max: 1e12, noNaN: true }).map(Math.abs));
const key = fc.constantFrom('0123456789abcdef', 'ffffffffffffffff');
const item = fc.record({ type: text, key, label: text }, { requiredKeys: ['type'] });
const enchantment = fc.record({
  id: text,
  comparison: fc.constantFrom<('at-least' | 'exactly')[]>('at-least', 'exactly'),
  level: fc.nat(9),
});
const given = {
  enchantments: fc.array(enchantment, { minLength: 1, maxLength: 2 }),
  owner: text,
  notOwner: text,
  world: text,
  near: text,
  nearWorld: text,
};
const numbers = {
  x: fc.integer({ min: -30_000_000, max: 30_000_000 }),
  z: fc.integer({ min: -30_000_000, max: 30_000_000 }),
  within: fc.nat(60_000_000),
  maxPrice: price,
  minPrice: price,
  minStock: fc.nat(),
};
const filter = fc.record({ ...given, ...numbers, containers: fc.boolean() }, { requiredKeys: ['containers'] });

const anyWatch: fc.Arbitrary<Watch> = fc
  .record({
    item: fc.option(item),
    trigger: fc.constantFrom(...WATCH_TRIGGERS, 'my-shop' as const),
    price: fc.option(price),
    filter,
    repeat: fc.constantFrom<Watch['repeat'][]>('recurring', 'once'),
    percent: fc.integer({ min: 1, max: 99 }),
    minSaving: price,
    cooldownMinutes: fc.nat(10_000),
    everyMinutes: fc.nat(1_440),
    expiresAt: fc.option(fc.nat()),
    snoozedUntil: fc.option(fc.nat()),
    paused: fc.boolean(),
  })
  .map((more) => {
    const of = more.trigger === 'my-shop' ? null : more.item;
    return { ...watch, ...more, item: of, filter: { ...more.filter, ...(of && { item: of }) } };
  });

const fileOf = (...watches: readonly unknown[]) => JSON.stringify({ crier: 1, watches });
const draftOf = ({ item: of, price: at, filter: by, ...more }: Watch) => {
  const { trigger, percent, minSaving, repeat, cooldownMinutes, everyMinutes, expiresAt, paused } = more;
  const given = {
    ...(percent !== undefined && { percent }),
    ...(minSaving !== undefined && { minSaving }),
    ...(everyMinutes !== undefined && { everyMinutes }),
  };
  return { item: of, trigger, price: at, filter: by, ...given, repeat, cooldownMinutes, expiresAt, paused };
};

/** Item names come from the market, not from a file. */
function unnamed({ item: of, filter: by, ...more }: ReturnType<typeof draftOf>) {
  const { label: _, ...sort } = of ?? {};
  return { ...more, item: of && sort, filter: { ...by, ...(of && { item: sort }) } };
}

it('fault 100: every watch is returned as written, with all its options, in order', () => {
  fc.assert(
    fc.property(fc.array(anyWatch, { maxLength: 5 }), (watches) => {
      const drafts = watches.map((each, at) => ({ place: at + 1, draft: unnamed(draftOf(each)) }));
      expect(readFile(watchFiles.write(watches, null))).toEqual({ fault: null, me: null, drafts, refused: [] });
    }),
  );
});

it('own settings are returned as written, and invalid ones do not spoil the watches', () => {
  const me = { quiet: null, player: { name: 'Ada', uuid: null }, home: { x: -1, z: 2 }, language: 'de', lookedAt: 3 };
  const file = watchFiles.write([watch], { id: '4004004', ...me });
  expect(file).not.toContain('4004004');
  expect(readFile(file)).toMatchObject({ fault: null, me, drafts: [{ place: 1 }], refused: [] });
  expect(readFile(file.replace('"x": -1', '"x": "east"'))).toMatchObject({ me: 'unreadable', drafts: [{ place: 1 }] });
});

it('an import ignores the other data that a file shows its user', () => {
  const stored = {
    watches: [],
    lastChange: null,
    lastWeekly: null,
    directMessages: '99',
    pausedFor: 50007,
    refusal: null,
  };
  const file = watchFiles.write([watch], null, { ...stored, queries: [], notices: [] });
  expect(JSON.parse(file).stored).toMatchObject(stored);
  expect(readFile(file)).toEqual(readFile(watchFiles.write([watch], null)));
});

it('a file does not name the owner of its watches', () => {
  const file = watchFiles.write(
    [{ ...watch, id: 'secret-id', userId: '4004004', locale: 'de', createdAt: 77_777 }],
    null,
  );
  expect(file).not.toMatch(/secret-id|4004004|77777|"de"/);
});

describe('an invalid entry is named by its position, and the others are accepted', () => {
  const { filter: _, ...without } = draftOf(watch);
  const { type: _type, ...stored } = watch;
  it.each<[string, unknown, EntryFault]>([
    ['no object', 'gold', { kind: 'none' }],
    ['nothing', null, { kind: 'none' }],
    ['a missing field', without, { kind: 'missing', field: 'filter' }],
    [
      'a trigger that is not known',
      { ...draftOf(watch), trigger: 'whenever' },
      { kind: 'values', field: 'trigger', values: [...WATCH_TRIGGERS, 'my-shop'] },
    ],
    ['a price below 0', { ...draftOf(watch), price: -1 }, { kind: 'least', field: 'price', limit: 0 }],
    ['an owner without a name', { ...draftOf(watch), filter: { owner: '' } }, { kind: 'empty', field: 'filter.owner' }],
    [
      'no enchantments',
      { ...draftOf(watch), filter: { enchantments: [] } },
      { kind: 'empty', field: 'filter.enchantments' },
    ],
    ['a filter that is a text', { ...draftOf(watch), filter: 'gold' }, { kind: 'wrong', field: 'filter' }],
    [
      'a filter that is not known',
      { ...draftOf(watch), filter: { containers: true, colour: 'red' } },
      { kind: 'unknown', field: 'colour' },
    ],
    [
      'a price that is no price',
      { ...draftOf(watch), filter: { containers: true, maxPrice: 'gold' } },
      { kind: 'number', field: 'filter.maxPrice' },
    ],
    ['another’s watch with all that is stored of it', stored, { kind: 'unknown', field: 'id' }],
  ])('%s', (_what, broken, why) => {
    const read = readFile(fileOf(draftOf(watch), broken, draftOf(watch)));
    expect(read).toMatchObject({ drafts: [{ place: 1 }, { place: 3 }], refused: [{ place: 2 }] });
    expect(read.fault === null && read.refused[0]?.why).toEqual(why);
  });
});

it.each([
  ['32 for 3', 0.09375],
  ['3/32', 0.09375],
  ['5k', 5_000],
])('a price may be typed as text: %s', (typed, number) => {
  const draft = { ...draftOf(watch), price: typed, filter: { containers: true, maxPrice: typed } };
  expect(readFile(fileOf(draft))).toMatchObject({
    drafts: [{ draft: { price: number, filter: { maxPrice: number } } }],
    refused: [],
  });
});

it('a file with a byte order mark is readable', () => {
  expect(readFile(`\uFEFF${watchFiles.write([watch], null)}`)).toMatchObject({ drafts: [{ place: 1 }], refused: [] });
});

it('containers are searched unless disabled, and a watch runs unless it is paused', () => {
  const { paused: _, ...early } = draftOf(watch);
  expect(readFile(fileOf({ ...early, filter: {} }))).toMatchObject({
    drafts: [{ draft: { paused: false, filter: { containers: true } } }],
  });
});

it.each([
  ['nothing', ''],
  ['no JSON', '{"crier":1,'],
  ['other JSON', '[1,2,3]'],
  ['a file without watches', JSON.stringify({ crier: 1 })],
  ['far too many watches', fileOf(...Array.from({ length: 501 }, () => 0))],
])('a file that is no list of watches is refused: %s', (_what, content) => {
  expect(readFile(content)).toEqual({ fault: 'other' });
});

it('a file of a later release is refused as that', () => {
  expect(readFile(JSON.stringify({ crier: 2, watches: [] }))).toEqual({ fault: 'newer' });
});

it('any text is parsed without an exception', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.json(),
    fc.json().map((json) => `{"crier":1,"watches":[${json}]}`),
  );
  fc.assert(fc.property(texts, (content) => void readFile(content)));
});

it.each<[string, object]>([
  ['a cool-down of a million years', { cooldownMinutes: 5e11 }],
  ['a gathering of two days', { everyMinutes: 2_880 }],
  ['a price of more than there is', { price: 1e300 }],
  ['a distance below nothing', { filter: { ...watch.filter, x: 1, z: 1, within: -5 } }],
  ['an owner of 50,000 letters', { filter: { ...watch.filter, owner: 'x'.repeat(50_000) } }],
  ['an end beyond all calendars', { expiresAt: 9e15 }],
  ['no enchantment at all', { filter: { ...watch.filter, enchantments: [] } }],
])('a value that no option accepts is refused: %s', (_, more) => {
  const read = readFile(fileOf({ ...draftOf(watch), ...more }));
  expect(read).toMatchObject({ fault: null, drafts: [], refused: [{ place: 1 }] });
});

it('a watch’s item is that of its filter, and a watch on the user’s own shops has none', () => {
  const [twisted, own] = [
    { ...draftOf(watch), filter: { item: { type: 'DIRT' }, containers: true } },
    { ...draftOf(watch), trigger: 'my-shop', filter: { owner: 'Ada', item: { type: 'DIRT' }, containers: true } },
  ];
  expect(readFile(fileOf(twisted, own))).toMatchObject({
    drafts: [
      { draft: { item: watch.item, filter: { item: watch.item, containers: true } } },
      { draft: { item: null, filter: { owner: 'Ada', containers: true } } },
    ],
  });
});
