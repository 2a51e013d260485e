import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identify, unknownVariant } from '../../../src/market/item/identity.ts';
import type { Identity } from '../../../src/market/item/item.ts';
import { Catalogue, SnapshotGoods } from '../../../src/market/search/catalogue.ts';
import { searchText } from '../../../src/market/search/search-text.ts';
import { propertyRuns } from '../../property-runs.ts';
import { atOnce } from '../samples.ts';

/** A stack in a shop: an item and its name at the service. */
type Stack = readonly [Identity, string];

const stack: fc.Arbitrary<Stack> = fc
  .record({
    type: fc.constantFrom('DIRT', 'PLAYER_HEAD', 'ENCHANTED_BOOK', '', 'X'.repeat(101)),
    snbt: fc.constantFrom('', '', undefined, ...['mending', 'smite'].map((id) => `{ench:[{id:${id},lvl:1}]}`)),
    name: fc.constantFrom('Dirt', 'Tête', 'Kopf', 'Testa', 'Cabeza', 'Head', 'Pää'),
  })
  .map(({ type, snbt, name }) => [snbt === undefined ? unknownVariant(type) : identify(type, snbt), name] as const);

const stacks = fc.array(stack, { maxLength: 30, size: 'max' });

test('a catalogue built on an earlier one equals a new one, and leaves the earlier one unchanged', () => {
  const rounds = fc.array(fc.record({ stacks, learned: fc.array(stack, { maxLength: 2 }) }), {
    minLength: 2,
    maxLength: 5,
  });
  fc.assert(
    fc.property(rounds, (snapshots) => {
      let catalogue = new Catalogue();
      const known: (readonly Stack[])[] = [];
      for (const { stacks, learned } of snapshots) {
        const before = catalogue;
        const was = contentsOf(before);
        catalogue = build(before, stacks);
        expect(contentsOf(before)).toEqual(was);
        // Items that are no longer sold stay known by their identity alone.
        const left = known.flat().map(([identity]) => identity);
        const rebuilt = build(new Catalogue(), stacks);
        for (const identity of left) rebuilt.learn(identity);
        expect(contentsOf(catalogue)).toEqual(contentsOf(rebuilt));
        for (const [identity] of learned) for (const each of [catalogue, rebuilt]) each.learn(identity);
        expect(contentsOf(catalogue)).toEqual(contentsOf(rebuilt));
        known.push(stacks, learned);
      }
    }),
    { numRuns: propertyRuns() },
  );
});

test('the next catalogue includes an item first seen while it was built', () => {
  const learned = identify('TRIDENT', '{ench:[{id:riptide,lvl:3}]}');
  const before = build(new Catalogue(), []);
  const next = build(before, []);
  before.learn(learned);
  next.learnFrom(before);
  expect([next.identityOf(learned.key), next.type('TRIDENT')?.label]).toEqual([learned, 'Trident']);
});

test('beyond 20,000 variants the catalogue drops those that have been unsold for longest', () => {
  const swords = Array.from({ length: 20_000 }, (_, level) =>
    identify('SWORD', `{ench:[{id:smite,lvl:${level + 1}}]}`),
  );
  const first = build(new Catalogue(), swords.slice(0, 5).map(withName));
  const second = build(first, swords.slice(3).map(withName));
  const third = build(second, swords.slice(6).map(withName));
  const axe = withName(identify('AXE'));
  const fourth = build(third, [axe, ...swords.slice(6).map(withName)]);
  const known = (catalogue: Catalogue) => swords.slice(0, 6).map(({ key }) => catalogue.identityOf(key) !== undefined);
  expect(known(third)).toEqual([true, true, true, true, true, true]);
  expect(known(fourth).filter(Boolean)).toHaveLength(5);
  expect(known(fourth).slice(3)).toEqual([true, true, true]);
});

test('the catalogue keeps the four names that most shops give a plain item', () => {
  const named = ['Kopf', 'Testa', 'Pää', 'Tête', 'Cabeza'].map((name): Stack => [identify('PLAYER_HEAD'), name]);
  const known = build(new Catalogue(), [...named, ...named.slice(1)]);
  const namesOfHeads = (catalogue: Catalogue) => catalogue.type('PLAYER_HEAD')?.names.map(({ compact }) => compact);
  expect(namesOfHeads(known)).toEqual(['cabeza', 'paa', 'testa', 'tete']);
  expect(namesOfHeads(build(known, named.slice(0, 1)))).toEqual(['kopf']);
});

test('an item is found by its names in this snapshot only, even if the number of names is unchanged', () => {
  const named = (name: string) => build(known, [[identify('PLAYER_HEAD'), name]]);
  const known = build(new Catalogue(), [[identify('PLAYER_HEAD'), 'Kopf']]);
  const found = (catalogue: Catalogue, text: string) => catalogue.best('names', [searchText(text)], 3, () => 1).length;
  expect([found(known, 'kopf'), found(named('Kopf'), 'kopf')]).toEqual([1, 1]);
  expect([found(named('Testa'), 'testa'), found(named('Testa'), 'kopf')]).toEqual([1, 0]);
});

function withName(identity: Identity): Stack {
  return [identity, identity.type];
}

function build(before: Catalogue, stacks: readonly Stack[]): Catalogue {
  const goods = new SnapshotGoods();
  for (const [identity, name] of stacks) goods.add(identity, name);
  return atOnce(Catalogue.of(goods, before));
}

/** Returns all content of a catalogue in a fixed order. */
function contentsOf(catalogue: Catalogue) {
  const entries = [...catalogue.types, ...catalogue.variants];
  return {
    entries: entries.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    identities: [...catalogue.identities].map(({ key }) => key).sort(),
    enchantments: [...catalogue.enchantments].sort(),
  };
}
