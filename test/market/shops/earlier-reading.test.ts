import { expect, test } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import type { Item } from '../../../src/market/item/item.ts';
import { loadMarket } from '../../../src/market/shops/load.ts';
import { type Shop, UNLIMITED } from '../../../src/market/shops/shop.ts';
import type { Snapshot } from '../../../src/market/shops/snapshot.ts';
import { item, shop } from '../../storage/sqlite/journal/samples.ts';

/** Stands on: the comparison of two snapshots alone. */

const DISC = '{"minecraft:jukebox_playable":"realm:rain"}';
const ROCKET = '{"minecraft:fireworks":{flight_duration:3b}}';

function now(type: string, snbt: string, contents: readonly Item[] = []): Item {
  return { ...item(), identity: identify(type, snbt), contents };
}

/** Returns the item as Crier up to 0.3.0 read it. */
function then({ identity, contents, ...rest }: Item): Item {
  const { key, formerKey, type } = identity;
  const variant = { enchantments: [], potion: null, canvas: null, customName: null };
  return { ...rest, identity: { key: formerKey ?? key, type, variant }, contents: contents.map(then) };
}

const disc = now('MUSIC_DISC_11', DISC);
const box = now('SHULKER_BOX', '{}', [disc, now('FIREWORK_ROCKET', ROCKET)]);
const before = (sold: Item, id = 1): Shop => ({ ...shop(id), item: then(sold) });

function loaded(earlier: readonly Shop[], ...next: readonly (readonly Shop[])[]) {
  let snapshot: Snapshot = { takenAt: 1, shops: earlier, isOfOlderReader: true };
  let made = finish(loadMarket(null, snapshot));
  const kinds: string[][] = [];
  for (const shops of next) {
    snapshot = { takenAt: snapshot.takenAt + 1, shops };
    made = finish(loadMarket(made.market, snapshot));
    kinds.push(made.changes.map(({ kind }) => kind));
  }
  return kinds;
}

function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

test('fault 99: an item or a box that is only distinguished more finely causes no change', () => {
  expect(disc.identity.formerKey).toBeDefined();
  const shops = [
    { ...shop(1), item: disc },
    { ...shop(2), item: box },
  ];
  expect(loaded([before(disc), before(box, 2)], shops)).toEqual([[]]);
});

test('fault 99: a new price, another item and other contents are changes', () => {
  const shops = [
    { ...shop(1), item: disc, price: 3 },
    { ...shop(2), item: now('MUSIC_DISC_11', '{"minecraft:enchantments":{"minecraft:mending":1}}') },
    { ...shop(3), item: { ...box, contents: [disc] } },
  ];
  const earlier = [before(disc), before(disc, 2), before(box, 3)];
  expect(loaded(earlier, shops)).toEqual([['price-changed', 'price-changed', 'price-changed']]);
});

test('fault 99: a shop that an earlier version refused causes no change, and any other new shop does', () => {
  const refused = [
    { ...shop(2), price: 0.5 },
    { ...shop(3), owner: { ...shop().owner, name: null } },
    { ...shop(4), remaining: UNLIMITED },
  ];
  expect(loaded([shop(1)], [shop(1), ...refused, shop(5)])).toEqual([['listed']]);
});

test('fault 99: a shop missing from one incomplete snapshot causes no change when it returns, read differently', () => {
  const all = Array.from({ length: 60 }, (_, id) => ({ ...shop(id), item: disc }));
  const earlier = all.map((one) => ({ ...one, item: then(one.item) }));
  expect(loaded(earlier, all.slice(30), all)).toEqual([[], []]);
});

test('fault 99: an empty shop that an earlier version refused is announced as restocked, not as listed', () => {
  const refused = (remaining: number): Shop => ({ ...shop(3), price: 0.5, remaining });
  const fresh = (remaining: number): Shop => ({ ...shop(4), remaining });
  expect(loaded([before(disc)], [refused(0), fresh(0)], [refused(9), fresh(9)]).slice(1)).toEqual([
    ['listed', 'restocked'],
  ]);
});
