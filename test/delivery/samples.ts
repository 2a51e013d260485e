import { onTestFinished } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import type { Target } from '../../src/routing/notice.ts';
import { shop, trade } from '../market/samples.ts';
import { openHarness } from './harness.ts';

export const CHANNEL: Target = { kind: 'channel', id: '200' };
export const PERSON: Target = { kind: 'user', id: '400' };
export const MINUTE = 60_000;

export const sale = (): Change => ({ kind: 'traded', at: 0, trade: trade(), shop: null });
export const listing = (id = 1): Change => ({ kind: 'listed', at: 0, shop: shop(id) });

export async function begun() {
  const harness = openHarness();
  onTestFinished(() => harness.end());
  await harness.delivery().start();
  return harness;
}

export type Harness = Awaited<ReturnType<typeof begun>>;

/** What was told: when, and of each notice its sources, and why it was held. */
export function deliveries({ discord }: Harness): readonly (readonly (number | string)[])[] {
  return discord.posts.map(({ at, body }) => [
    at,
    ...body.notices.map(({ subscriptions, held }) => [...subscriptions, held].join(' ')),
  ]);
}
