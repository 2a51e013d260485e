import { onTestFinished } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import type { Market } from '../../src/market/market.ts';
import type { Target } from '../../src/routing/notice.ts';
import { loaded, shop, trade } from '../market/samples.ts';
import { stopMachineTime } from '../time/stop-machine-time.ts';
import { openHarness } from './harness.ts';

export const CHANNEL: Target = { kind: 'channel', id: '200' };
export const PERSON: Target = { kind: 'user', id: '400' };
export const MINUTE = 60_000;

export const sale = (): Change => ({ kind: 'traded', at: 0, trade: trade(), shop: null });
export const listing = (id = 1): Change => ({ kind: 'listed', at: 0, shop: shop(id) });

export async function begun() {
  stopMachineTime();
  const harness = openHarness();
  onTestFinished(() => harness.end());
  await harness.delivery().start();
  return harness;
}

export type Harness = Awaited<ReturnType<typeof begun>>;

/** Returns each delivery as its time, its sources and the reason of its hold. */
export function deliveries({ discord }: Harness): readonly (readonly (number | string)[])[] {
  return discord.posts.map(({ at, body }) => [
    at,
    ...body.notices.map(({ subscriptions, held }) => [...subscriptions, held].join(' ')),
  ]);
}

/** Returns a function that ingests one snapshot a minute, given by the prices of its shops. */
export function snapshots(harness: Harness) {
  let market: Market | null = null;
  return async (prices: Readonly<Record<number, number>>): Promise<void> => {
    const shops = Object.entries(prices).map(([id, price]) => shop(Number(id), { price }));
    const next = loaded(shops, market, harness.time.now());
    market = next.market;
    harness.discord.shops = market;
    await harness.ingest(...next.changes);
    await harness.time.run(MINUTE);
  };
}

/** Returns the shops of each message, each with the watches that it names. */
export function shopsFor({ discord }: Harness): readonly string[] {
  const messages = new Map(discord.posts.map((post) => [post.sealed.nonce, post.body]));
  return [...messages.values()].map(({ notices }) =>
    notices
      .map(({ cause, subscriptions }) => {
        const id = cause.kind === 'change' && 'shop' in cause.change ? cause.change.shop?.id : 0;
        return `${id} for ${subscriptions.join(' and ')}`;
      })
      .join(', '),
  );
}
