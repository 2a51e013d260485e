import { afterEach, expect, test } from 'vitest';
import { createRemovedServersJob } from '../../src/jobs/removed-servers.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { openJournal } from '../../src/storage/sqlite/journal.ts';
import { askInMemory } from '../../src/subscriptions/in-memory.ts';
import { DAY_MS } from '../../src/time/durations.ts';
import { recordingLog } from '../log/recording-log.ts';
import { feed } from '../routing/samples.ts';
import { emptyJournalFile } from '../storage/sqlite/journal/empty-journal.ts';

/** Stands on: a real journal, subscriptions in memory, a clock that the test moves. */

let journal: Journal;
afterEach(() => journal.close());

/** Opens two servers with feeds, 100 and 101, of which 100 removed Crier at 1. */
async function open() {
  const log = recordingLog();
  const memory = new SubscriptionsInMemory();
  const member = new Set(['101']);
  const ended: string[] = [];
  let now = 1;
  let removals = 0;
  let failing = 0;
  let whenRemoving = async (): Promise<void> => {};
  let afterAsking = async (): Promise<void> => {};
  journal = openJournal(openDatabase(emptyJournalFile(), log), () => now, log);
  for (const one of [feed('f1'), feed('f2'), feed('f3', { channelId: '201' })]) memory.putFeed(one);
  memory.putFeed(feed('f4', { guildId: '101', channelId: '202' }));
  await journal.saveNumbers({ 'removed:100': 1, 'greeted:100': 1, 'greeted:101': 1 });
  const cause = { kind: 'expiring', at: 1, expiresAt: 2 } as const;
  const enqueue = (id: string) =>
    journal.enqueue([{ target: { kind: 'channel', id }, cause, subscriptionIds: [], dueAt: 1 }]);
  for (const id of ['200', '202']) await enqueue(id);
  const job = createRemovedServersJob({
    subscriptions: askInMemory(memory),
    settings: {
      async removeFeed(id) {
        if (++removals === failing) throw new Error('disk full');
        await whenRemoving();
        memory.remove(id);
      },
    },
    transactions: { run: (_, work) => work() },
    journal,
    pauses: { resume: async ({ id }) => void ended.push(id) },
    retriedRefusals: { end: async () => undefined },
    async isInServer(id) {
      await afterAsking();
      return member.has(id);
    },
    keepRemovedDays: 30,
    now: () => now,
    log,
  });
  return {
    log,
    member,
    ended,
    /** Fails the nth deletion of a feed. */
    fail: (nth: number) => (failing = nth),
    /** Runs work after Discord said that the bot is in no such server. */
    meanwhile: (work: () => Promise<void>) => (afterAsking = work),
    /** Enqueues a notice for the channel 200 whenever a feed is about to be deleted. */
    routeWhenRemoving: () => (whenRemoving = () => enqueue('200')),
    greeted: async () => [...(await journal.savedNumbers('greeted:')).keys()],
    waiting: async () => (await journal.waitingTargets()).map(({ target }) => target.id),
    feeds: () => [...memory.all()].map(({ id }) => id),
    marks: async () => [...(await journal.savedNumbers('removed:')).keys()],
    async runAfter(days: number) {
      now = 1 + days * DAY_MS;
      await job.run();
    },
  };
}

test('the feeds of a server that removed Crier stay for the days, and then go with one log line', async () => {
  const { runAfter, feeds, marks, ended, waiting, greeted, log } = await open();
  await runAfter(29.9);
  expect(feeds()).toEqual(['f1', 'f2', 'f3', 'f4']);
  await runAfter(30);
  await runAfter(31);
  expect(feeds()).toEqual(['f4']);
  expect([await marks(), await greeted()]).toEqual([[], ['101']]);
  expect(new Set(ended)).toEqual(new Set(['200', '201']));
  expect(await waiting()).toEqual(['202']);
  expect(log.lines.filter(({ level }) => level === 'info')).toMatchObject([
    { facts: { guild: '100', feeds: 3, days: 30 } },
  ]);
});

test('the feeds of a server stay if Discord says that the bot is in it, or does not answer', async () => {
  const { runAfter, feeds, member } = await open();
  member.add('100');
  await runAfter(100);
  expect(feeds()).toHaveLength(4);
});

test('a deletion that fails halfway is completed by the next run', async () => {
  const { runAfter, feeds, marks, fail } = await open();
  fail(1);
  await expect(runAfter(30)).rejects.toThrow('disk full');
  expect(await marks()).toEqual(['100']);
  await runAfter(30.1);
  expect([feeds(), await marks()]).toEqual([['f4'], []]);
});

test('the feeds of a server that invites Crier again while Discord is asked stay', async () => {
  const { runAfter, feeds, meanwhile, greeted, waiting, log } = await open();
  meanwhile(() => journal.removeCheckpoints(['removed:100']));
  await runAfter(31);
  expect(feeds()).toHaveLength(4);
  expect([await greeted(), await waiting()]).toEqual([
    ['100', '101'],
    ['200', '202'],
  ]);
  expect(log.lines.filter(({ level }) => level === 'info')).toEqual([]);
});

test('a deletion that fails between two feeds leaves no notice and no pause', async () => {
  const { runAfter, waiting, ended, fail, feeds } = await open();
  fail(3);
  await expect(runAfter(30)).rejects.toThrow('disk full');
  expect(feeds()).toEqual(['f3', 'f4']);
  await runAfter(30.1);
  expect([feeds(), await waiting(), new Set(ended)]).toEqual([['f4'], ['202'], new Set(['200', '201'])]);
});

test('a notice that is routed while the feeds of its channel are deleted goes too', async () => {
  const { runAfter, waiting, routeWhenRemoving } = await open();
  routeWhenRemoving();
  await runAfter(30);
  expect(await waiting()).toEqual(['202']);
});
