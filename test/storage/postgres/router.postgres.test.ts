import { expect, test } from 'vitest';
import type { Change } from '../../../src/market/change.ts';
import type { Feed } from '../../../src/routing/feed.ts';
import { EMPTY_MATCH_CONTEXT } from '../../../src/routing/shop-news.ts';
import type { Watch } from '../../../src/routing/watch.ts';
import { settingsForms } from '../../../src/storage/mappers/settings-records.ts';
import { PostgresRouter } from '../../../src/storage/postgres/router.ts';
import { PostgresSettings } from '../../../src/storage/postgres/settings.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { shop } from '../../market/samples.ts';
import { NOW } from '../../routing/arbitraries.ts';
import { watch } from '../../routing/samples.ts';
import { borrowHandle, openHandle, urlOf } from './database.ts';

async function open() {
  const db = await borrowHandle();
  const forms = settingsForms(recordingLog());
  const settings = new PostgresSettings(db, forms);
  const put = (one: Feed | Watch) => (one.type === 'feed' ? settings.putFeed(one) : settings.putWatch(one));
  return { db, settings, put, router: new PostgresRouter({ db, forms, now: () => NOW }), forms };
}

const SOLD_OUT: Change = { kind: 'sold-out', at: 1, shop: shop(1, { remaining: 0 }), before: shop(1) };

test('a snapshot is routed to watches that are saved during its routing, in their last form', async () => {
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

test('a snapshot reaches a watch saved meanwhile, even if a later save has ended before', async () => {
  const { db, put, forms } = await open();
  const earlier = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const writing = db.joinedTransaction(async () => {
    await put(watch('earlier', { trigger: 'sold-out', price: null }));
    begun.resolve();
    await earlier.promise;
  });
  await begun.promise;
  await put(watch('later', { trigger: 'sold-out', price: null, userId: '401' }));
  let asked = 0;
  const meanwhile = {
    query: async (...args: Parameters<typeof db.query>) => {
      const answer = await db.query(...args);
      asked += 1;
      if (asked === 2) {
        earlier.resolve();
        await writing;
      }
      return answer;
    },
  } as typeof db;
  const router = new PostgresRouter({ db: meanwhile, forms, now: () => NOW });
  const notices = await router.routeAll([SOLD_OUT], EMPTY_MATCH_CONTEXT);
  expect(notices.flatMap(({ subscriptionIds }) => subscriptionIds).sort()).toEqual(['earlier', 'later']);
});

test('a rejected lookup makes its own entry invalid, and an unreachable database makes none invalid', async () => {
  const { router, forms } = await open();
  const prepared = router.prepare(SOLD_OUT, EMPTY_MATCH_CONTEXT);
  const refused = { ...prepared, lookups: { feeds: [], watches: [{ lookup: 'listed *', need: 'no number' }] } };
  await expect(router.route([prepared, refused])).rejects.toMatchObject({ isEntryInvalid: true });
  const down = new PostgresRouter({ db: openHandle(urlOf('nowhere')), forms, now: () => NOW });
  await expect(down.route([prepared])).rejects.toMatchObject({ isEntryInvalid: false });
  await expect(router.route([prepared])).resolves.toEqual([[]]);
});
