import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../../src/market/change.ts';
import type { Item } from '../../../src/market/item/item.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { item, shop } from '../../journal/samples.ts';
import { propertyRuns } from '../../property-runs.ts';
import { anyUtf16 } from '../any-utf16.ts';
import { openDatabase } from '../database.ts';
import { openLed } from './lead.ts';

/** What in each place would be lost or refused, if it were handed on as it is. */
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

test('whatever players write comes back as it was', async () => {
  const journal = await openLed(await openDatabase());
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
    await journal.recordPriceSamples(at, [{ key, type, ask: at, bid: null, stock: 1 }]);
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
