import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import type { Cause } from '../../src/routing/notice.ts';
import { withoutOwnShops } from '../../src/routing/own-shops.ts';
import { ADA, shop } from '../market/samples.ts';
import { watch } from '../routing/samples.ts';
import { begun, listing, MINUTE, PERSON, sale, shopsFor } from './samples.ts';

const BOB = { name: 'Bob', uuid: '0a1b2c3d-0000-4000-8000-00000000000b' };
const ME = { id: PERSON.id, quiet: null, player: { name: 'Someone', uuid: ADA.uuid } };

/** All shops of the samples are Ada's, and the user says to be her. */
async function asAda() {
  const harness = await begun();
  const why = async () => (await harness.journal().noticesOf(PERSON, 9)).flatMap(({ end }) => end?.why ?? []);
  return { ...harness, why };
}

test('a watch is not notified of the user’s own shop, whatever it waits for', async () => {
  const world = await asAda();
  world.subscriptions.putPerson(ME);
  world.put(watch('w1', { trigger: 'listed' }), watch('w2', { trigger: 'traded', price: null }));
  await world.ingest(listing(1), { ...sale(), shop: shop(1) } as Change);
  await world.time.run(MINUTE);
  expect([shopsFor(world), await world.why()]).toEqual([[], ['own-shop', 'own-shop']]);
});

test('a watch that names the owner, and a trade at an unknown shop, are delivered', async () => {
  const world = await asAda();
  world.subscriptions.putPerson(ME);
  world.put(watch('w1', { trigger: 'listed', filter: { owner: 'Ada', containers: true } }));
  world.put(watch('w2', { trigger: 'traded', price: null }));
  await world.ingest(listing(1), sale());
  await world.time.run(MINUTE);
  expect([shopsFor(world).join(', '), await world.why()]).toEqual([expect.stringMatching(/1 for w1/), []]);
  expect(shopsFor(world).join(', ')).toContain('for w2');
});

test('a flood leaves out the own shops, and the next best replaces the best', () => {
  const shops = [shop(2, { owner: BOB, price: 5 }), shop(3, { price: 6 }), shop(4, { owner: BOB, price: 7 })];
  const flood = { kind: 'change', change: { kind: 'listed', at: 0, shop: shop(1) }, listedWith: { count: 9, shops } };
  const left = withoutOwnShops(watch('w1'), ME, flood as Cause);
  const [best, , next] = shops;
  const rest = {
    kind: 'change',
    change: { kind: 'listed', at: 0, shop: best },
    listedWith: { count: 7, shops: [next] },
  };
  expect(left).toEqual(rest);
  expect(withoutOwnShops(watch('w1'), ME, { ...flood, listedWith: { count: 1, shops: [] } } as Cause)).toBeNull();
});
