import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Postgres } from '../../src/postgres/connection.ts';
import { PostgresRouter } from '../../src/postgres/router.ts';
import { storedText } from '../../src/postgres/text.ts';
import type { Feed } from '../../src/routing/feed.ts';
import { placeOf } from '../../src/routing/lookups.ts';
import type { Routed } from '../../src/routing/notice.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { targetKey } from '../../src/routing/target.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { writeFeed, writeWatch } from '../../src/rows/stored-subscriptions.ts';
import { recordingLog } from '../log/recording-log.ts';
import { marketOf } from '../market/samples.ts';
import { expectCoverage, propertyRuns } from '../property-runs.ts';
import { market as anyMarket, banned, change, history, NOW } from '../routing/arbitraries.ts';
import { openDatabase } from './database.ts';

async function put(db: Postgres, one: Feed | Watch): Promise<void> {
  const { lookup, reach } = placeOf(one);
  const place = [storedText(lookup), reach, !one.paused, one.createdAt];
  if (one.type === 'feed') {
    const sql =
      'INSERT INTO feeds (id, guild, channel, kind, lookup, reach, awake, created_at, record) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)';
    await db.query(sql, [one.id, one.guildId, one.channelId, one.kind, ...place, writeFeed(one)]);
  } else {
    const sql =
      'INSERT INTO watches (id, user_id, once, lookup, reach, awake, created_at, record) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)';
    await db.query(sql, [one.id, one.userId, one.repeat === 'once', ...place, writeWatch(one)]);
  }
}

/** In any order. */
function told(notices: readonly Routed[]): unknown[] {
  return notices
    .map(({ target, subscriptionIds, dueAt }) => [targetKey(target), subscriptionIds.toSorted(), dueAt])
    .sort((a, b) => String(a).localeCompare(String(b)));
}

test('a database finds exactly whom memory finds, whatever is subscribed and happens', async () => {
  const db = await openDatabase();
  const router = new PostgresRouter(db, () => NOW, recordingLog());
  let count = 0;
  const changes = fc.array(change, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(history, changes, anyMarket, banned, async (steps, happened, { shops, trades }, bans) => {
      await db.query('TRUNCATE feeds, watches');
      const market = marketOf(...shops);
      for (const trade of trades) market.apply(trade);
      const memory = new SubscriptionsInMemory();
      const subscriptions = new Map(
        steps.flatMap((step) => (typeof step === 'string' ? [] : [[step.id, step] as const])),
      );
      for (const one of subscriptions.values()) {
        if (one.type === 'watch') memory.putWatch(one);
        else memory.putFeed(one);
        await put(db, one);
      }
      const context = { market, isBanned: (canvas: string) => bans.has(canvas) };
      const expected = happened.map((one) => memory.route(one, NOW, context));
      const routed = await router.route(happened.map((one) => router.hear(one, context)));
      expect(routed.map(told)).toEqual(expected.map(told));
      expect(told(await router.routeAll(happened, context))).toEqual(told(expected.flat()));
      count += expected.flat().length;
    }),
    { numRuns: propertyRuns(3 / 5) },
  );
  expectCoverage(() => expect(count).toBeGreaterThan(propertyRuns(1 / 20)));
});
