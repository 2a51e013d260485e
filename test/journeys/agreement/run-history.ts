import { DatabaseSync } from 'node:sqlite';
import type { Change } from '../../../src/market/change.ts';
import type { Market } from '../../../src/market/market.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import type { PastNotice } from '../../../src/ports/outbox.ts';
import { targetKey } from '../../../src/routing/notice.ts';
import { MINUTE_MS, WEEK_MS } from '../../../src/time/durations.ts';
import { type JournalStorage, openHarness } from '../../delivery/harness.ts';
import { loaded } from '../../market/samples.ts';
import type { History } from './market-history.ts';

/** The clock advances by less than an hour at a time. */
const MAX_ADVANCE_MS = 30 * MINUTE_MS;
/** Limits the lateness of a debounced or gathered notice. */
const LATE_MS = 2 * MINUTE_MS;
const EVERYTHING = 9_999;

/** No process crashes in a history, so that nothing of the journal is needed. */
function inMemory(): JournalStorage {
  return { open: () => new DatabaseSync(':memory:'), leave: (journal) => journal.close() };
}

/** Runs a history: records it in a journal and delivers it in its own time, with all watches from the start. */
export async function runHistory({ moments, watches }: History) {
  const harness = openHarness(inMemory());
  const { time } = harness;
  harness.put(...watches);
  await harness.delivery().start();
  let market: Market | null = null;
  const shops = new Map<number, Shop>();
  const all: Change[] = [];

  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= MAX_ADVANCE_MS) await time.run(Math.min(left, MAX_ADVANCE_MS));
  }

  for (const { afterMinutes, edits, events } of moments) {
    await pass(afterMinutes * MINUTE_MS);
    const at = time.now();
    const changes: Change[] = [];
    if (edits) {
      for (const [id, shop] of edits) shop ? shops.set(id, shop) : shops.delete(id);
      const news = loaded([...shops.values()], market, at);
      changes.push(...news.changes);
      market = news.market;
    }
    for (const event of events) if (market) changes.push(market.apply({ ...event, at }));
    all.push(...changes);
    if (changes.length > 0) await harness.ingest(...changes);
  }
  await pass(LATE_MS);

  const now = time.now();
  const changes = new Map<string, Promise<readonly Change[]>>();
  const target = (userId: string) => ({ kind: 'user', id: userId }) as const;
  return {
    now,
    all,
    /** Read once for all watches on the same type of item. */
    changes(type: string): Promise<readonly Change[]> {
      const read = changes.get(type) ?? harness.journal().changes(type, now - WEEK_MS);
      changes.set(type, read);
      return read;
    },
    past: (userId: string): Promise<readonly PastNotice[]> => harness.journal().noticesOf(target(userId), EVERYTHING),
    /** Returns the notices sent to a user, by message and in order. */
    sent: (userId: string) =>
      harness.discord.posts
        .filter(({ target: to }) => to === targetKey(target(userId)))
        .map(({ at, body }) => ({ at, notices: body.notices.map(({ id }) => id) })),
  };
}

export type HistoryRun = Awaited<ReturnType<typeof runHistory>>;
