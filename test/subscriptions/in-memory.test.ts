import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import { EMPTY_MATCH_CONTEXT } from '../../src/routing/shop-news.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { routeInMemory } from '../../src/subscriptions/in-memory.ts';
import { shop } from '../market/samples.ts';
import { watch } from '../routing/samples.ts';

/** Far more than fit into one slice. The first is one that the watches match. */
const CHANGES = Array.from({ length: 20_000 }, (_, n): Change => {
  const at = shop(n, { remaining: n === 0 ? 0 : 5 });
  return n === 0 ? { kind: 'sold-out', at: n, shop: at, before: shop(n) } : { kind: 'listed', at: n, shop: at };
});
const wanting = (id: string) => watch(id, { trigger: 'sold-out', price: null, userId: id });

function open() {
  const memory = new SubscriptionsInMemory();
  const router = routeInMemory({ memory, isPaused: () => false, clock: { now: () => 0 } });
  const routeAll = async () => {
    const notices = await router.routeAll(CHANGES, EMPTY_MATCH_CONTEXT);
    return notices.flatMap(({ subscriptionIds }) => subscriptionIds);
  };
  return { memory, routeAll };
}

test('a snapshot reaches every watch saved while it is routed, even if saving never stops', async () => {
  const { memory, routeAll } = open();
  const saved: string[] = [];
  let isOver = false;
  const save = () => {
    if (isOver) return;
    saved.push(`w${saved.length}`);
    memory.putWatch(wanting(`w${saved.length - 1}`));
    setImmediate(save);
  };
  save();
  const routed = await routeAll();
  isOver = true;
  expect(routed.sort()).toEqual(saved.sort());
});

test('a watch edited while a snapshot is routed matches in its last saved form', async () => {
  const { memory, routeAll } = open();
  for (const id of ['kept', 'edited']) memory.putWatch(wanting(id));
  const routed = routeAll();
  memory.putWatch({ ...wanting('edited'), trigger: 'auctioned' });
  memory.putWatch(wanting('new'));
  expect((await routed).sort()).toEqual(['kept', 'new']);
});
