import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import type { Market } from '../../src/market/market.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import type { Outcome } from '../../src/ports/delivery.ts';
import type { Cause } from '../../src/routing/notice.ts';
import { OWNERS } from '../market/arbitraries.ts';
import { auction, item, loaded, shop, trade } from '../market/samples.ts';
import { emptyJournal } from '../storage/sqlite/journal/empty-journal.ts';
import { type JournalStorage, openHarness } from './harness.ts';
import { PERSON } from './samples.ts';
import { type ModelShop, ownerOf, WORTH } from './watch-life-news.ts';

const delivered: Outcome = { kind: 'delivered', messageId: '1' };
const never = new Promise<Outcome>(() => {});

/**
 * A crash right after the journal has written, or while Discord has the message, which is before a notified one-time
 * watch is removed.
 */
export type Crash = 'before-sealing' | 'in-flight' | null;

function storageInMemory(): JournalStorage {
  const db = new DatabaseSync(':memory:');
  db.deserialize(emptyJournal());
  return { open: () => db, leave: async () => {} };
}

/** Returns a place of its own for each model shop, so that trades are attributed to it. */
function placeOf(id: number) {
  return { x: id, y: 64, z: 0, world: 'world' };
}

function shopOf(modelShop: ModelShop): Shop {
  const { id, quantity, side, price, remaining } = modelShop;
  const owner = OWNERS.find(({ name }) => name === ownerOf(modelShop));
  const goods = item('SLIME_BLOCK', { quantity });
  return shop(id, { side, price, remaining, item: goods, location: placeOf(id), ...(owner && { owner }) });
}

/**
 * Opens all stages from a change to a user's direct messages, on a journal in memory whose commits wait for no timer.
 */
export async function openWorld(begin: number) {
  const harness = openHarness(storageInMemory(), begin);
  const { time, discord } = harness;
  discord.worthOf = () => WORTH;
  let market: Market | null = null;
  await harness.delivery().start();

  async function record(changes: readonly Change[], crash: Crash): Promise<void> {
    const { onOnceDelivered } = discord;
    if (crash === 'in-flight') Object.assign(discord, { answer: () => never, onOnceDelivered: () => {} });
    const ingesting = harness.ingest(...changes);
    vi.runAllTimers();
    await ingesting;
    if (crash === 'in-flight') await time.run(700);
    Object.assign(discord, { answer: () => delivered, onOnceDelivered });
    if (crash !== null) await restart();
  }

  async function restart(): Promise<void> {
    await harness.crash();
    await harness.delivery().start();
  }

  return {
    subscriptions: harness.subscriptions,
    now: time.now,
    restart,
    async snapshot(modelShops: Iterable<ModelShop>, crash: Crash): Promise<void> {
      const next = loaded([...modelShops].map(shopOf), market, time.now());
      market = next.market;
      discord.shops = market;
      await record(next.changes, crash);
    },
    async purchase(id: number, moved: number, paid: number, crash: Crash): Promise<void> {
      const event = trade({ at: time.now(), location: placeOf(id), moved, paid });
      const alone: Change = { kind: 'traded', at: event.at, trade: event, shop: null };
      await record([market?.apply(event) ?? alone], crash);
    },
    async auction(finalBid: number, crash: Crash): Promise<void> {
      const event = { ...auction(item('SLIME_BLOCK')), at: time.now(), finalBid };
      await record([{ kind: 'auctioned', at: event.at, auction: event }], crash);
    },
    changed: () => harness.delivery().reconsider([PERSON]),
    async pass(ms: number): Promise<void> {
      await time.run(ms);
    },
    /** Returns the deliveries with their times; repeats of a nonce count once. */
    deliveries(): string[] {
      const messages = new Map(discord.posts.toReversed().map((post) => [post.sealed.nonce, post]));
      return [...messages.values()].flatMap(({ at, body }) =>
        body.notices.flatMap(({ subscriptions, cause }) =>
          subscriptions.map((id) => `${begin + at} ${id}: ${nameOf(cause)}`),
        ),
      );
    },
    errors: () => harness.log.lines.filter(({ level }) => level === 'error'),
    end: () => harness.end(),
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

function nameOf(cause: Cause): string {
  if (cause.kind !== 'change') return cause.kind;
  const { change } = cause;
  if (change.kind === 'auctioned' || change.kind === 'traded') return `${change.at} ${change.kind}`;
  return `${change.at} ${change.kind === 'removed' ? change.before.id : change.shop.id}`;
}
