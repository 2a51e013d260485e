import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRenamedKindsJob } from '../../src/jobs/renamed-kinds.ts';
import { identify } from '../../src/market/item/identity.ts';
import type { ItemChoice } from '../../src/market/item/item.ts';
import type { Market } from '../../src/market/market.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { askInMemory } from '../../src/subscriptions/in-memory.ts';
import { recordingLog } from '../log/recording-log.ts';
import { item, marketOf, shop } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';

const TYPE = 'DIAMOND_SWORD';
const NAMED = identify(
  TYPE,
  '{"minecraft:custom_name":"Excalibur","minecraft:enchantments":{"minecraft:sharpness":5}}',
);
const FORMER: ItemChoice = {
  type: TYPE,
  key: NAMED.formerKey ?? '',
  isFormer: true,
  label: 'Diamond Sword ("Excalibur")',
};

async function runOn(market: Market, item: ItemChoice) {
  const memory = new SubscriptionsInMemory();
  memory.putWatch(watch('w1', { item, filter: { item, containers: true } }));
  memory.putFeed(feed('f1', { filter: { item, containers: true } }));
  const log = recordingLog();
  const settings = {
    putFeed: async (one: Parameters<typeof memory.putFeed>[0]) => memory.putFeed(one),
    putWatch: async (one: Parameters<typeof memory.putWatch>[0]) => memory.putWatch(one),
  };
  const transactions = { run: <T>(_: string, work: () => Promise<T>) => work() };
  const job = createRenamedKindsJob({
    market: () => market,
    subscriptions: askInMemory(memory),
    settings,
    transactions,
    log,
  });
  await job.run();
  return [memory.get('w1')?.filter.item, memory.get('f1')?.filter.item];
}

test('a watch and a feed for a named enchanted item now match the item with any name', async () => {
  expect(NAMED.formerKey).toBeDefined();
  const renamed = { type: TYPE, key: NAMED.key, label: 'Diamond Sword (Sharpness V)' };
  expect(await runOn(marketOf(shop(1, { item: item(NAMED) })), FORMER)).toEqual([renamed, renamed]);
});

test('a watch and a feed are unchanged until an item shows which kind they mean', async () => {
  expect(await runOn(marketOf(shop(1, { item: item(identify(TYPE)) })), FORMER)).toEqual([FORMER, FORMER]);
});

test('a key chosen since the upgrade is never changed', async () => {
  const { isFormer: _, ...chosen } = FORMER;
  expect(await runOn(marketOf(shop(1, { item: item(NAMED) })), chosen)).toEqual([chosen, chosen]);
});

test('updating many watches yields to other work in between', async () => {
  const market = marketOf(shop(1, { item: item(NAMED) }));
  const memory = new SubscriptionsInMemory();
  for (let id = 0; id < 50; id += 1) {
    memory.putWatch(watch(`w${id}`, { item: FORMER, filter: { item: FORMER, containers: true } }));
  }
  let changed = 0;
  const settings = {
    async putFeed() {},
    async putWatch() {
      changed += 1;
      // A write that takes longer than the time slice.
      for (const beganMs = performance.now(); performance.now() - beganMs < 3; );
    },
  };
  const log = recordingLog();
  const transactions = { run: <T>(_: string, work: () => Promise<T>) => work() };
  const job = createRenamedKindsJob({
    market: () => market,
    subscriptions: askInMemory(memory),
    settings,
    transactions,
    log,
  });
  const running = job.run();
  await setImmediate();
  expect(changed).toBeLessThan(50);
  await running;
  expect(changed).toBe(50);
});
