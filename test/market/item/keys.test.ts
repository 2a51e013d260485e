import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import type { Identity } from '../../../src/market/item/item.ts';
import { matchIdentity } from '../../../src/market/search/match.ts';
import { FORMER_GOODS } from './former-goods.ts';
import { GOODS_IN_FORMS } from './goods.ts';

/** Reads keys that Crier 0.3.0 computed, in the order of the items. */
function keysIn(file: string): string[] {
  return readFileSync(join(import.meta.dirname, 'fixtures', file), 'utf8')
    .trim()
    .split(/\s+/);
}

const formerKeyOf = ({ key, formerKey }: Identity) => formerKey ?? key;

test('items without a new trait keep their key of 0.3.0', () => {
  const identities = FORMER_GOODS.map(({ type, snbt }) => identify(type, snbt));
  expect(identities.map(({ key }) => key)).toEqual(keysIn('keys-0.3.0.txt'));
  expect(identities.filter(({ formerKey }) => formerKey !== undefined)).toEqual([]);
});

test('items with a new trait refer to their key of 0.3.0', () => {
  const identities = GOODS_IN_FORMS.flatMap(({ type, forms }) => forms.map((snbt) => identify(type, snbt)));
  expect(identities.map(formerKeyOf)).toEqual(keysIn('trait-keys-0.3.0.txt'));
});

describe('an item choice with a key', () => {
  const rocket = (flight: number) => identify('FIREWORK_ROCKET', `{Fireworks:{Flight:${flight}b}}`);
  const sword = (name: string) =>
    identify('SWORD', `{Enchantments:[{id:"mending",lvl:1s}]${name && `,display:{Name:"${name}"}`}}`);
  const meant = (former: boolean, { type, key }: Pick<Identity, 'type' | 'key'>, identity: Identity) =>
    matchIdentity({ item: { type, key, ...(former && { isFormer: true as const }) } }, identity);

  test('from 0.3.0 matches every kind that the key was split into', () => {
    const then = identify('FIREWORK_ROCKET');
    expect([1, 2, 3].map((flight) => meant(true, then, rocket(flight)))).toEqual([true, true, true]);
  });

  test('from the current version matches one kind', () => {
    const plain = identify('FIREWORK_ROCKET');
    expect([1, 2, 3].map((flight) => meant(false, plain, rocket(flight)))).toEqual([true, false, false]);
    expect(meant(true, rocket(2), rocket(3))).toBe(false);
  });

  test('from 0.3.0 still matches an item whose name no longer separates prices', () => {
    const named = sword('Excalibur');
    expect(named.key).toBe(sword('').key);
    expect(meant(true, { type: 'SWORD', key: formerKeyOf(named) }, named)).toBe(true);
    expect(meant(true, { type: 'SWORD', key: formerKeyOf(named) }, sword('Other'))).toBe(false);
  });
});
