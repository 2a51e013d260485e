import { expect, test } from 'vitest';
import { createNamedPlayersJob } from '../../src/jobs/named-players.ts';
import type { Market } from '../../src/market/market.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import type { Player } from '../../src/routing/person.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { askInMemory } from '../../src/subscriptions/in-memory.ts';
import { ADA, loaded, shop } from '../market/samples.ts';

/** Stands on: markets and users in memory. */

const HOME = { x: 1, z: 2 };

function open() {
  const memory = new SubscriptionsInMemory();
  const writes: string[] = [];
  let market: Market | null = null;
  const job = createNamedPlayersJob({
    market: () => market,
    subscriptions: askInMemory(memory),
    settings: {
      async putPerson(person) {
        if (person.id === '399') throw new Error('disk full');
        writes.push(person.id);
        memory.putPerson(person);
      },
      removePerson: async (id) => memory.removePerson(id),
    },
    transactions: { run: (_, work) => work() },
  });
  return {
    writes,
    put: (player: Player, id = '400') => memory.putPerson({ id, quiet: null, player, home: HOME }),
    person: () => memory.person('400'),
    async list(shops: readonly Shop[]) {
      market = loaded(shops, market, (market?.takenAt ?? 0) + 1_000).market;
      await job.run();
      return memory.person('400');
    },
  };
}

test('a name is kept as typed until a shop shows it, then with its uuid and spelling; the home stays', async () => {
  const { put, list, writes } = open();
  put({ name: ADA.name.toLowerCase(), uuid: null });
  await list([]);
  expect(writes).toEqual([]);
  expect(await list([shop(1)])).toEqual({ id: '400', quiet: null, player: ADA, home: HOME });
  await list([shop(1), shop(2)]);
  expect(writes).toEqual(['400']);
});

test('a renamed player stays the user’s, also when another player takes the old name', async () => {
  const { put, list } = open();
  put(ADA);
  const renamed = { ...ADA, name: 'Countess' };
  const thief = { name: ADA.name, uuid: '0a1b2c3d-0000-4000-8000-00000000000c' };
  const person = await list([shop(1, { owner: renamed }), shop(2, { owner: thief })]);
  expect(person?.player).toEqual(renamed);
});

test('a record that cannot be saved delays no other, and the run fails so that it is repeated', async () => {
  const { put, list, person } = open();
  const unknown = { name: ADA.name, uuid: null };
  put(unknown, '399');
  put(unknown);
  await expect(list([shop(1)])).rejects.toThrow('disk full');
  expect(person()?.player).toEqual(ADA);
});
