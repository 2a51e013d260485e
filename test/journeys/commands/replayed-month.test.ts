import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import { replayEvent } from '../../../sandbox/economy/past-event.ts';
import { DAY_MS, HOUR_MS } from '../../../src/time/durations.ts';
import { openWorld, type World } from '../world/world.ts';

/** Stands on: the real bot at its first start, and a service that replays a month of events, as the demo's does. */

const ADA = { name: 'AdaTrades', uuid: '069a79f4-44e9-4726-a5be-fca90e380a0a' };
const ASKED = { '/price': { item: 'SLIME_BLOCK' }, '/my-shops': { owner: ADA.name } } as const;
let world: World;
/** Time of the first replayed event in whole seconds. */
let began: number;

beforeAll(async () => {
  world = await openWorld({ shops: 50 });
  const { economy, service, clock } = world;
  const item = { type: 'SLIME_BLOCK', quantity: 32 };
  const { id: shopId } = economy.list({ type: 'SELLING', owner: ADA, price: 4, remaining: 32_000, item });
  const streaming = service.nextConnection();
  await world.startBot();
  await streaming;
  const firstAt = clock.now() - 30 * DAY_MS;
  began = Math.floor(firstAt / 1_000);
  for (let at = firstAt; at < clock.now(); at += 6 * HOUR_MS)
    replayEvent(economy, { did: 'buy', at, shopId, bundles: 1, price: 4 });
});
afterAll(() => world.close());

test.each(['/price', '/my-shops'] as const)('%s says that trades before a replayed month are unknown', async (name) => {
  const ask = async (days: number) => (await world.ask(world.player, 'market', name, { ...ASKED[name], days })).text;
  const isUnknown = `Crier has watched since <t:${began}:`;
  await vi.waitFor(async () => expect(await ask(90)).toContain(isUnknown), PATIENCE_MS);
  expect(await ask(30)).not.toContain('Crier has watched');
});
