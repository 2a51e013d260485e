import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identify, unknownVariant } from '../../../src/market/item/identity.ts';
import type { Identity } from '../../../src/market/item/item.ts';
import { Catalogue } from '../../../src/market/search/catalogue.ts';
import { propertyRuns } from '../../property-runs.ts';
import { atOnce } from '../samples.ts';

/** A stack of a shop: an item, and what the service calls it. */
type Stack = readonly [Identity, string];

const stack: fc.Arbitrary<Stack> = fc
  .record({
    type: fc.constantFrom('DIRT', 'PLAYER_HEAD', 'ENCHANTED_BOOK', '', 'X'.repeat(101)),
    snbt: fc.constantFrom('', '', undefined, ...['mending', 'smite'].map((id) => `{ench:[{id:${id},lvl:1}]}`)),
    name: fc.constantFrom('Dirt', 'Tête', 'Kopf', 'Testa', 'Cabeza', 'Head', 'Pää'),
  })
  .map(({ type, snbt, name }) => [snbt === undefined ? unknownVariant(type) : identify(type, snbt), name] as const);

const stacks = fc.array(stack, { maxLength: 30, size: 'max' });

test('brought from snapshot to snapshot it knows what one made anew of each knows, and leaves those before as they were', () => {
  const rounds = fc.array(fc.record({ stacks, heard: fc.array(stack, { maxLength: 2 }) }), {
    minLength: 2,
    maxLength: 5,
  });
  fc.assert(
    fc.property(rounds, (snapshots) => {
      let before: readonly Stack[] = [];
      let [brought, anew] = [new Catalogue(), new Catalogue()];
      for (const { stacks, heard } of snapshots) {
        const [earlier, was] = [brought, tell(brought)];
        brought = bringForward(earlier, before, stacks);
        expect(tell(earlier)).toEqual(was);
        anew = makeAnew(anew, stacks);
        expect(tell(brought)).toEqual(tell(anew));
        for (const [identity] of heard) for (const catalogue of [brought, anew]) catalogue.hear(identity);
        expect(tell(brought)).toEqual(tell(anew));
        before = stacks;
      }
    }),
    { numRuns: propertyRuns() },
  );
});

test('what is heard while the next one is made is known to it too', () => {
  const heard = identify('TRIDENT', '{ench:[{id:riptide,lvl:3}]}');
  const before = makeAnew(new Catalogue(), []);
  const next = before.next();
  before.hear(heard);
  atOnce(next.settle(before));
  expect([next.identityOf(heard.key), next.type('TRIDENT')?.label]).toEqual([heard, 'Trident']);
});

test('of more than 20,000 variants those are dropped that have been in no shop for longest', () => {
  const swords = Array.from({ length: 20_000 }, (_, level) =>
    identify('SWORD', `{ench:[{id:smite,lvl:${level + 1}}]}`),
  );
  const first = makeAnew(new Catalogue(), swords.slice(0, 5).map(withName));
  const second = bringForward(first, swords.slice(0, 5).map(withName), swords.slice(3).map(withName));
  const third = bringForward(second, swords.slice(3).map(withName), swords.slice(6).map(withName));
  const axe = withName(identify('AXE'));
  const fourth = bringForward(third, swords.slice(6).map(withName), [axe, ...swords.slice(6).map(withName)]);
  const known = (catalogue: Catalogue) => swords.slice(0, 6).map(({ key }) => catalogue.identityOf(key) !== undefined);
  expect(known(third)).toEqual([true, true, true, true, true, true]);
  expect(known(fourth).filter(Boolean)).toHaveLength(5);
  expect(known(fourth).slice(3)).toEqual([true, true, true]);
  const anew = makeAnew(third, [axe, ...swords.slice(6).map(withName)]);
  expect(keysOf(fourth)).toBe(keysOf(anew));
});

test('of the names of a plain item the four that most shops use count', () => {
  const named = ['Kopf', 'Testa', 'Pää', 'Tête', 'Cabeza'].map((name): Stack => [identify('PLAYER_HEAD'), name]);
  const known = makeAnew(new Catalogue(), [...named, ...named.slice(1)]);
  const spoken = (catalogue: Catalogue) => catalogue.type('PLAYER_HEAD')?.names.map(({ compact }) => compact);
  expect(spoken(known)).toEqual(['cabeza', 'paa', 'testa', 'tete']);
  expect(spoken(bringForward(known, [...named, ...named.slice(1)], named.slice(0, 1)))).toEqual(['kopf']);
});

function keysOf({ identities, variants }: Catalogue): string {
  return [[...identities].map(({ key }) => key).sort(), [...variants].map(({ choice }) => choice.key).sort()].join();
}

function withName(identity: Identity): Stack {
  return [identity, identity.type];
}

function makeAnew(before: Catalogue, stacks: readonly Stack[]): Catalogue {
  const catalogue = new Catalogue();
  for (const [identity, name] of stacks) catalogue.note(identity, name);
  atOnce(catalogue.settle(before));
  return catalogue;
}

function bringForward(earlier: Catalogue, before: readonly Stack[], stacks: readonly Stack[]): Catalogue {
  const catalogue = earlier.next();
  for (const [identity, name] of before) catalogue.forget(identity, name);
  for (const [identity, name] of stacks) catalogue.note(identity, name);
  atOnce(catalogue.settle(earlier));
  return catalogue;
}

/** All that it says, in an order of its own. */
function tell(catalogue: Catalogue) {
  const entries = [...catalogue.types, ...catalogue.variants];
  return {
    entries: entries.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    identities: [...catalogue.identities].map(({ key }) => key).sort(),
    enchantments: [...catalogue.enchantments].sort(),
  };
}
