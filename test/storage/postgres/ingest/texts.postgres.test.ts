import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../../../src/market/change.ts';
import type { Item } from '../../../../src/market/item/item.ts';
import type { Shop } from '../../../../src/market/shops/shop.ts';
import { propertyRuns } from '../../../property-runs.ts';
import { item, shop } from '../../sqlite/journal/samples.ts';
import { anyUtf16 } from '../any-utf16.ts';
import { borrowHandle } from '../database.ts';
import { openLeaderJournal } from './lead.ts';

/** Texts that would be lost or rejected if they were stored as they are. */
const text = fc.oneof(anyUtf16, fc.constantFrom('\0', '\ud83d', '\\', '\\0', '\\uD83D', ''));

const thing: fc.Arbitrary<Item> = fc
  .record({ type: text, key: text, name: text, customName: fc.option(text), canvas: fc.option(text) })
  .map(({ type, key, name, customName, canvas }) => {
    const variant = { enchantments: [], potion: null, customName, canvas };
    // An identity has one type.
    return { ...item(), name, identity: { key: `${type.length}${type}${key}`, type, variant } };
  });
const place = fc.record({ owner: fc.record({ name: text, uuid: text }), world: text, kind: text, of: thing });
const someShop = place.map(({ owner, world, kind, of }): Shop => {
  const plain = shop();
  return { ...plain, owner, kind, side: null, location: { ...plain.location, world }, item: of };
});

test('any text of players is read back unchanged', async () => {
  const journal = await openLeaderJournal(await borrowHandle());
  let at = 0;
  const anything = fc.asyncProperty(someShop, text, async (there, word) => {
    at += 10;
    const trade = { ...({ kind: 'purchase', at, moved: 3, paid: 12, sign: null } as const), item: there.item };
    const changes: readonly Change[] = [
      { kind: 'traded', at, trade: { ...trade, location: there.location }, shop: there },
      { kind: 'banned', at, shop: there, canvas: word },
    ];
    const { key, type } = there.item.identity;
    await journal.record({ changes, notices: [], stream: { kind: 'down', at, why: word }, bans: { ids: [word], at } });
    await journal.record({ changes: [], notices: [], stream: { kind: 'up', at: at + 1 } });
    await journal.record({ changes: [], notices: [], gap: { from: at, until: at + 2, why: word } });
    await journal.recordPriceSamples(at, [{ key, type, formerKey: null, ask: at, bid: null, stock: 1 }]);
    expect(await journal.changes(type, at)).toEqual(changes);
    expect(await journal.latestChanges(at, 9)).toEqual(changes);
    expect(await journal.purchases(at)).toEqual([trade].map((of) => ({ ...of, location: there.location })));
    const groups = await journal.history({ type, key }, at, at + 1);
    expect(groups).toMatchObject([{ key, place: { location: there.location, owner: there.owner } }]);
    expect(await journal.types()).toContain(type);
    expect(await journal.traded(0)).toContainEqual({ key, type });
    expect(await journal.priceSamples(key, at, at + 1)).toContainEqual({ at, ask: at, bid: null, stock: 1 });
    expect(await journal.bans()).toMatchObject([{ id: word }]);
    expect(await journal.outages(at)).toEqual([
      { from: at, until: at + 1, why: word },
      { from: at, until: at + 2, why: word },
    ]);
  });
  await fc.assert(anything, { numRuns: propertyRuns(1 / 2) });
});

test('the longest texts that the service may send fit, whatever their characters', async () => {
  const journal = await openLeaderJournal(await borrowHandle());
  // Lone surrogates take the most space, and no word repeats another, so that compression does not help.
  const word = (seed: number) => {
    const bytes = Buffer.concat([0, 1, 2, 3, 4, 5, 6, 7].map((part) => hash('sha512', `${seed} ${part}`, 'buffer')));
    return Array.from({ length: 256 }, (_, n) =>
      String.fromCharCode(0xd800 + (bytes.readUInt16LE(2 * n) % 2_048)),
    ).join('');
  };
  const plain = shop();
  const of = { ...item(), identity: { key: 'key', type: word(1), variant: null } };
  const there = {
    ...plain,
    owner: { name: word(2), uuid: word(3) },
    location: { ...plain.location, world: word(4) },
    item: of,
    side: null,
  };
  const trade = {
    ...({ kind: 'purchase', at: 5, moved: 3, paid: 12, sign: null } as const),
    item: of,
    location: there.location,
  };
  const changes: readonly Change[] = [
    { kind: 'traded', at: 5, trade, shop: there },
    { kind: 'traded', at: 5, trade, shop: null },
    { kind: 'removed', at: 6, before: there },
  ];
  await journal.record({ changes, notices: [], bans: { ids: [word(5)], at: 5 } });
  await journal.record({ changes, notices: [] });
  expect(await journal.latestChanges(5, 9)).toHaveLength(6);
  expect(await journal.changes(of.identity.type, 5)).toEqual(expect.arrayContaining([...changes]));
});
