import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import { PostgresRouter } from '../../src/postgres/router.ts';
import { formsOf } from '../../src/postgres/settings/forms.ts';
import { PostgresSettings } from '../../src/postgres/settings/settings.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { EMPTY_MATCH_CONTEXT } from '../../src/routing/match-context.ts';
import type { Routed } from '../../src/routing/notice.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { recordingLog } from '../log/recording-log.ts';
import { marketOf, shop } from '../market/samples.ts';
import { propertyRuns } from '../property-runs.ts';
import { market as anyMarket, change, history, NOW } from '../routing/arbitraries.ts';
import { feed, watch } from '../routing/samples.ts';
import { openDatabase } from './database.ts';

async function open() {
  const db = await openDatabase();
  const forms = formsOf(recordingLog());
  const settings = new PostgresSettings(db, forms);
  const put = (one: Feed | Watch) => (one.type === 'feed' ? settings.putFeed(one) : settings.putWatch(one));
  return { db, settings, put, router: new PostgresRouter({ db, forms, now: () => NOW }), forms };
}

/** In no certain order. */
const sorted = (notices: readonly Routed[]) =>
  notices
    .map(({ target, subscriptionIds, dueAt }) => [target.kind, target.id, [...subscriptionIds].sort(), dueAt])
    .map((one) => JSON.stringify(one))
    .sort();

test('the same are told as out of memory, of one change and of those of a snapshot', async () => {
  const { db, settings, put, router } = await open();
  let told = 0;
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.array(change, { minLength: 1, maxLength: 4 }),
      anyMarket,
      async (steps, changes, { shops }) => {
        await db.query('TRUNCATE feeds, watches');
        const memory = new SubscriptionsInMemory();
        for (const step of steps) {
          const id = typeof step === 'string' ? step : step.id;
          await settings.removeFeed(id);
          await settings.removeWatch(id);
          if (typeof step === 'string') memory.remove(id);
          else {
            await put(step);
            if (step.type === 'feed') memory.putFeed(step);
            else memory.putWatch(step);
          }
        }
        const context = { market: marketOf(...shops), isBanned: () => false };
        const expected = changes.map((one) => memory.route(one, NOW, context));
        const routed = await router.route(changes.map((one) => router.hear(one, context)));
        expect(routed.map(sorted)).toEqual(expected.map(sorted));
        expect(sorted(await router.routeAll(changes, context))).toEqual(sorted(expected.flat()));
        told += expected.flat().length;
      },
    ),
    { numRuns: propertyRuns(0.3) },
  );
  expect(told).toBeGreaterThan(0);
});

const SOLD_OUT: Change = { kind: 'sold-out', at: 1, shop: shop(1, { remaining: 0 }), before: shop(1) };

test('what Discord refuses is told nothing', async () => {
  const { db, put, router } = await open();
  await put(watch('w1', { trigger: 'sold-out', price: null }));
  await put(feed('f1', { kind: 'sold-out' }));
  const route = async () => (await router.route([router.hear(SOLD_OUT, EMPTY_MATCH_CONTEXT)])).flat().length;
  expect(await route()).toBe(2);
  await db.query("INSERT INTO pauses VALUES ('user:400', 50007, 1), ('channel:200', 50001, 1)");
  expect(await route()).toBe(0);
});

test('of a snapshot is told whoever saves while it is looked at, as they saved it last', async () => {
  const { db, put, settings, forms } = await open();
  await put(watch('edited', { trigger: 'sold-out', price: null }));
  await put(watch('ended', { trigger: 'sold-out', price: null, userId: '401' }));
  let asked = 0;
  const meanwhile = {
    query: async (...args: Parameters<typeof db.query>) => {
      const answer = await db.query(...args);
      asked += 1;
      if (asked === 2) {
        await put(watch('edited', { trigger: 'listed', price: null }));
        await put(watch('new', { trigger: 'sold-out', price: null, userId: '402' }));
      } else if (asked === 3) await put(watch('newer', { trigger: 'sold-out', price: null, userId: '403' }));
      return answer;
    },
  } as typeof db;
  const router = new PostgresRouter({ db: meanwhile, forms, now: () => NOW });
  const notices = await router.routeAll([SOLD_OUT], EMPTY_MATCH_CONTEXT);
  expect(notices.flatMap(({ subscriptionIds }) => subscriptionIds).sort()).toEqual(['ended', 'new', 'newer']);
  await settings.removeWatch('ended');
});

test('the server’s health is told to the feeds that want it', async () => {
  const { put, router } = await open();
  await put(feed('f1', { kind: 'health' }));
  await put(feed('f2', { kind: 'health', channelId: '201', paused: true }));
  const notices = await router.routeServer({ kind: 'server', at: 5, state: 'down', before: 'up', lastedMs: 1 });
  expect(notices.map(({ subscriptionIds }) => subscriptionIds)).toEqual([['f1']]);
});
