import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import { Catalogue, type SellersOf, SnapshotGoods } from '../../../src/market/search/catalogue.ts';
import { suggestItems } from '../../../src/market/search/search.ts';
import { anyCodePoint } from '../../any-code-point.ts';
import { expectCoverage, propertyRuns, testSize } from '../../property-runs.ts';
import { atOnce } from '../samples.ts';
import { suggestedByHand } from './search-oracle.ts';

const WORDS = [
  'DIAMOND',
  'DIA',
  'STONE',
  'SLIME',
  'BLOCK',
  'BRICKS',
  'SWORD',
  'S',
  'AXE',
  'X',
  'TNT',
  'STONECUTTER',
  'ENCHANTED_BOOK',
];
const NAMES = [
  'Épée de diamant',
  'ダイヤモンドの剣',
  '钻石剑',
  'Меч',
  'Diamond',
  'free diamnd',
  '★',
  'x',
  'Größe 8',
  'ﷺ',
];

const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 });
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: anyCodePoint, maxLength: 8 }));
const enchantments = fc
  .array(fc.record({ id: fc.constantFrom('sharpness', 'mending', 'smite'), lvl: fc.integer({ min: 1, max: 6 }) }), {
    maxLength: 2,
  })
  .map((all) => `{ench:[${all.map(({ id, lvl }) => `{id:${id},lvl:${lvl}}`).join()}]}`);
const stack = fc
  .record({
    type: words,
    snbt: fc.oneof(
      enchantments,
      name.map((given) => `{display:{Name:${JSON.stringify(given)}}}`),
    ),
    name,
  })
  .map((drawn) => [identify(drawn.type.join('_'), drawn.snbt), drawn.name] as const);

const MOST_STACKS = testSize({ short: 60, long: 250 });

/** Generates catalogues of up to three snapshots, each based on the one before, and an event. */
const catalogue = fc
  .record({
    snapshots: fc.array(fc.array(stack, { maxLength: MOST_STACKS, size: 'max' }), { minLength: 1, maxLength: 3 }),
    learned: stack,
  })
  .map(({ snapshots, learned }) => {
    let catalogue = new Catalogue();
    for (const stacks of snapshots) {
      const goods = new SnapshotGoods();
      for (const [identity, name] of stacks) goods.add(identity, name);
      catalogue = atOnce(Catalogue.of(goods, catalogue));
    }
    catalogue.learn(learned[0]);
    const sold = (snapshots.at(-1) ?? []).map(([identity]) => identity);
    const sellersOf: SellersOf = ({ type, key }) =>
      sold.filter((identity) => (key === undefined ? identity.type === type : identity.key === key)).length;
    return { catalogue, sellersOf };
  });

/** Generates texts that a user could type for the given one: a part, a typo, the plural, reordered words. */
const typed = (text: string): fc.Arbitrary<string> =>
  fc
    .record({ from: fc.nat(3), cut: fc.nat(12), slip: fc.constantFrom('', 'x', 's'), at: fc.nat(12), way: fc.nat(5) })
    .map((drawn) => {
      const { from, cut, slip, at, way } = drawn;
      if (way === 0) return text.slice(0, cut);
      if (way === 1) return `${text.slice(0, at)}${slip}${text.slice(at + 1)}`;
      if (way === 2) return `${text}s`;
      if (way === 3) return text.split(' ').toReversed().join(' ');
      if (way === 4) return text.slice(from, from + cut);
      return `${text.slice(0, at)}${text[at + 1] ?? ''}${text[at] ?? ''}${text.slice(at + 2)}`;
    });
const query = fc
  .oneof(
    words.map((all) => all.join(' ').toLowerCase()),
    name,
    fc.constantFrom('diamond sword sharpness v', 'mending 1', 'smite'),
  )
  .chain((text) => fc.oneof({ weight: 4, arbitrary: typed(text) }, fc.constant(text)));

test('the index returns the same entries in the same order as a check of every entry', () => {
  let [found, near] = [0, 0];
  fc.assert(
    fc.property(
      catalogue,
      fc.array(query, { minLength: 10, maxLength: testSize({ short: 20, long: 60 }) }),
      fc.constantFrom(3, 25),
      ({ catalogue, sellersOf }, queries, limit) => {
        for (const text of queries) {
          const expected = suggestedByHand(catalogue, text, limit, sellersOf);
          const values = expected.map(({ choice }) => (choice.key === undefined ? choice.type : `#${choice.key}`));
          expect(suggestItems({ catalogue, sellersOf }, text, limit).map(({ value }) => value)).toEqual(values);
          if (values.length > 0) found++;
          if (values.length > 0 && values.length < limit) near++;
        }
      },
    ),
    { numRuns: propertyRuns(1 / 3) },
  );
  expectCoverage(() => expect([found, near].map((times) => times > propertyRuns())).toEqual([true, true]));
});
