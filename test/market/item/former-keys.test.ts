import { expect, test } from 'vitest';
import { FormerKeys } from '../../../src/market/item/former-keys.ts';
import type { Identity, Item, Variant } from '../../../src/market/item/item.ts';

const PLAIN: Variant = { enchantments: [], potion: null, canvas: null, customName: null };
const DISC: Variant = { ...PLAIN, traits: [{ name: 'disc', value: 'slow_rain' }] };

function item(key: string, formerKey: string | null, variant: Variant = PLAIN, contents: readonly Item[] = []): Item {
  const identity: Identity = { key, type: 'MUSIC_DISC_11', variant, ...(formerKey !== null && { formerKey }) };
  return { identity, quantity: 1, name: 'Music Disc', contents };
}

const keysOf = (kinds: readonly Identity[]) => kinds.map(({ key }) => key);

test('an old key maps to every kind that it stood for, including kinds in boxes', () => {
  const keys = new FormerKeys();
  keys.note(item('a', null));
  keys.note(item('b', 'a', DISC));
  keys.note(item('box', null, PLAIN, [item('c', 'a', DISC), item('b', 'a', DISC)]));
  expect(keysOf(keys.of('a'))).toEqual(['b', 'c']);
  expect(keys.of('b')).toEqual([]);
});

test('a kind whose name no longer separates prices is reported once, a kind split by new traits never', () => {
  const keys = new FormerKeys();
  keys.note(item('b', 'a', DISC));
  keys.note(item('sword', 'named-sword'));
  keys.note(item('sword', 'named-sword'));
  expect(keysOf(keys.takeRenamed())).toEqual(['sword']);
  expect(keys.takeRenamed()).toEqual([]);
});

test('former keys are recorded up to a limit', () => {
  const keys = new FormerKeys();
  for (let n = 0; n < 20_010; n += 1) keys.note(item(`k${n}`, `f${n}`));
  expect(keysOf(keys.of('f0'))).toEqual(['k0']);
  expect(keys.of('f20005')).toEqual([]);
});

test('a damaged item with a custom name is recorded, but not reported as renamed', () => {
  const keys = new FormerKeys();
  keys.note({ ...item('sword', 'named-sword'), condition: { damaged: true } });
  expect(keys.takeRenamed()).toEqual([]);
  expect(keysOf(keys.of('named-sword'))).toEqual(['sword']);
});
