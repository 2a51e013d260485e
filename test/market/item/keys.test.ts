import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import { FORMER_GOODS } from './former-goods.ts';

/** The keys that Crier 0.3.0 gave `FORMER_GOODS`, in that order. */
const FORMER_KEYS = readFileSync(join(import.meta.dirname, 'fixtures', 'keys-0.3.0.txt'), 'utf8')
  .trim()
  .split(/\s+/);

test('goods without a new trait keep the key of 0.3.0', () => {
  const identities = FORMER_GOODS.map(({ type, snbt }) => identify(type, snbt));
  expect(identities.map(({ key }) => key)).toEqual(FORMER_KEYS);
  expect(identities.filter(({ formerKey }) => formerKey !== undefined)).toEqual([]);
});
