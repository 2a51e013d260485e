import { expect, test } from 'vitest';
import { findUnreportedGaps } from '../../src/delivery/unreported-gaps.ts';
import type { Change } from '../../src/market/change.ts';
import { EVENTS_NOT_WRITTEN } from '../../src/routing/notice.ts';
import { askInMemory } from '../../src/subscriptions/in-memory.ts';
import { feed } from '../routing/samples.ts';
import { streamDown, streamUp } from '../storage/sqlite/journal/samples.ts';
import { begun, CHANNEL, type Harness, listing, MINUTE, sale } from './samples.ts';

/** Returns a change with its notice for the channel's feed, due at a time that no test reaches. */
function waitingNotice(change: Change) {
  const cause = { kind: 'change', change } as const;
  return { changes: [], notices: [{ target: CHANNEL, cause, subscriptionIds: ['f1'], dueAt: 1e15 }] };
}

async function unreportedGaps(harness: Harness) {
  const subscriptions = askInMemory(harness.subscriptions);
  const parts = { journal: harness.journal(), subscriptions };
  return (await findUnreportedGaps(CHANNEL, await harness.waiting(CHANNEL), parts)).gaps;
}

test('a channel is notified once of a gap in the stream, with its next message', async () => {
  const harness = await begun();
  harness.put(feed('f1', { createdAt: harness.time.now() }));
  const journal = harness.journal();
  await harness.ingest(sale());
  await harness.time.run();
  const now = harness.time.now();
  await journal.record(streamDown(now + MINUTE, 'closed-1006'));
  await journal.record(streamUp(now + 4 * MINUTE));
  await harness.time.run(5 * MINUTE);
  await journal.record(waitingNotice(listing()));
  expect(await unreportedGaps(harness), 'shops are caught up with').toHaveLength(0);
  await journal.record(waitingNotice(sale()));
  expect(await unreportedGaps(harness)).toHaveLength(1);
  await harness.ingest(sale());
  await harness.time.run();
  expect(await unreportedGaps(harness), 'it has been told since').toHaveLength(0);
});

test('a stream that freezes repeatedly is one gap, and a short freeze is none', async () => {
  const harness = await begun();
  const began = harness.time.now();
  harness.put(feed('f1', { createdAt: began }));
  const journal = harness.journal();
  const down = async (from: number, ms: number) => {
    await journal.record(streamDown(began + from, 'silent'));
    await journal.record(streamUp(began + from + ms));
  };
  await down(MINUTE, 6_000);
  await down(MINUTE + 40_000, 7_000);
  await down(10 * MINUTE, 2_000);
  await journal.record(waitingNotice(sale()));
  expect(await unreportedGaps(harness)).toMatchObject([
    { from: began + MINUTE, until: began + MINUTE + 6_000 },
    { from: began + MINUTE + 40_000, until: began + MINUTE + 47_000 },
  ]);
});

test('a gap in the writing of events is reported, however short it was', async () => {
  const harness = await begun();
  const began = harness.time.now();
  harness.put(feed('f1', { createdAt: began }));
  const journal = harness.journal();
  const gap = { from: began + MINUTE, until: began + MINUTE, why: EVENTS_NOT_WRITTEN };
  await journal.record({ changes: [], notices: [], gap });
  await journal.record(waitingNotice(sale()));
  expect(await unreportedGaps(harness)).toEqual([gap]);
});

test('a gap that continues past one message is reported whole with the next, however late that is', async () => {
  const delivered = { kind: 'delivered', messageId: '1' } as const;
  for (const isLate of [false, true]) {
    const harness = await begun();
    const began = harness.time.now();
    harness.put(feed('f1', { createdAt: began }));
    const journal = harness.journal();
    await journal.record(streamDown(began + MINUTE, 'start'));
    await harness.time.run(2 * MINUTE);
    // Pending notices leave while the stream is down, or hang until it is up again.
    harness.discord.answer = () => {
      const isFirst = harness.discord.posts.length === 1;
      return isFirst && isLate ? { kind: 'retry', waitMs: 2 * MINUTE, everywhere: false, why: '500' } : delivered;
    };
    await harness.ingest(sale());
    await harness.time.run(MINUTE - 1);
    await journal.record(streamUp(began + 3 * MINUTE));
    await harness.time.run(3 * MINUTE);
    await journal.record(waitingNotice(sale()));
    expect(await unreportedGaps(harness)).toMatchObject([{ from: began + MINUTE, until: began + 3 * MINUTE }]);
    await harness.ingest(sale());
    await harness.time.run();
    expect(await unreportedGaps(harness)).toEqual([]);
  }
});

test('a gap whose end is written after a message was made is reported with the next', async () => {
  const harness = await begun();
  const began = harness.time.now();
  harness.put(feed('f1', { createdAt: began }));
  const journal = harness.journal();
  await journal.record(streamDown(began + MINUTE, 'start'));
  await harness.time.run(3 * MINUTE);
  await harness.ingest(sale());
  await harness.time.run(MINUTE);
  expect(harness.discord.posts).toHaveLength(1);
  // The stream was up before that message was made, which is known only now.
  await journal.record(streamUp(began + 2 * MINUTE));
  await journal.record(waitingNotice(sale()));
  expect(await unreportedGaps(harness)).toMatchObject([{ from: began + MINUTE, until: began + 2 * MINUTE }]);
});
