import { expect, test } from 'vitest';
import type { JournalEntry } from '../../../../src/ports/journal.ts';
import { channel, entry, item, routed, traded } from '../../sqlite/journal/samples.ts';
import { makeDatabase, openHandle, openTcpProxy } from '../database.ts';
import { openOutbox } from '../outbox/open-outbox.ts';
import { lead, openLeaderJournal } from './lead.ts';

const TRIES = 100;
const ALL = 1_000_000;

/** Opens a leader behind a faulty network, and the view of another process. */
async function open() {
  const url = await makeDatabase();
  const proxy = await openTcpProxy(url);
  const journal = await openLeaderJournal(openHandle(proxy.url(url)));
  return { proxy, journal, seen: openOutbox(openHandle(url)) };
}

/** A purchase of a new item, so that numbers are assigned too. */
function purchaseOfNewItem(at: number): JournalEntry {
  const change = traded(at, item('ELYTRA', `0000000000${at}`.slice(-16)));
  return { changes: [change], notices: [routed(change)] };
}

/** The statement after whose answer the connection is cut, and the entry that is recorded. */
const LOST: readonly (readonly [statement: string, of: (at: number) => JournalEntry])[] = [
  ['record', entry],
  ['COMMIT', (at) => ({ ...entry(at), checkpoint: { name: 'told', at } })],
  ['record', (at) => ({ ...entry(at), checkpoint: { name: 'told', at } })],
  ['add-goods', purchaseOfNewItem],
  ['add-items', purchaseOfNewItem],
];

test('entries are written once though the connection breaks a hundred times after a commit', async () => {
  const { proxy, journal, seen } = await open();
  for (let at = 0; at < TRIES; at += 1) {
    const [statement, of] = LOST[at % LOST.length] ?? expect.unreachable();
    const cut = proxy.cutAfterAnswerTo(statement);
    await Promise.all([journal.record(of(3 * at)), journal.record(entry(3 * at + 1))]);
    await cut;
    await journal.record(entry(3 * at + 2));
  }
  const moments = Array.from({ length: 3 * TRIES }, (_, at) => at);
  expect((await seen.waiting(channel, ALL, ALL)).map(({ dueAt }) => dueAt)).toEqual(moments);
  expect((await journal.latestChanges(0, ALL)).map(({ at }) => at)).toEqual(moments);
  const groups = await Promise.all(['ELYTRA', 'SLIME_BLOCK'].map((type) => journal.history({ type }, 0, ALL)));
  expect(groups.flat().reduce((sum, { trades }) => sum + trades, 0)).toBe(moments.length);
});

test('checkpoints, samples and deletions are written over the next connection', async () => {
  const { proxy, journal } = await open();
  const sample = { key: 'k', type: 'ELYTRA', formerKey: null, ask: 5, bid: null, stock: 1 };
  for (const write of [
    () => journal.saveCheckpoint('x', 7),
    () => journal.recordPriceSamples(1, [sample]),
    () => journal.prune(0),
  ]) {
    const cut = proxy.cutAfterAnswerTo('COMMIT');
    await write();
    await cut;
  }
  expect(await journal.checkpoint('x')).toBe(7);
  expect(await journal.priceSamples('k', 0, 9)).toEqual([{ at: 1, ask: 5, bid: null, stock: 1 }]);
});

test('an entry that could not be sent is written over the next connection', async () => {
  const { proxy, journal, seen } = await open();
  proxy.cut();
  await journal.record(entry(1));
  proxy.refuse(true);
  proxy.cut();
  const recorded = journal.record(entry(2));
  await expect.poll(async () => (await seen.waiting(channel, ALL, ALL)).length).toBe(1);
  proxy.refuse(false);
  await recorded;
  expect((await seen.waiting(channel, ALL, ALL)).map(({ dueAt }) => dueAt)).toEqual([1, 2]);
});

test('a replaced leader writes nothing more, and its term is lost', async () => {
  const url = await makeDatabase();
  const proxy = await openTcpProxy(url);
  const [old, seen] = [await lead(openHandle(proxy.url(url))), openOutbox(openHandle(url))];
  await old.writer.record(entry(1));
  proxy.refuse(true);
  proxy.cut();
  const next = await lead(openHandle(url));
  proxy.refuse(false);
  const late = [old.writer.record(entry(2)), old.writer.record(entry(3)), old.writer.saveCheckpoint('x', 1)];
  const refused = {
    name: 'NotWritten',
    isEntryInvalid: false,
    message: expect.stringContaining('another process leads'),
  };
  for (const end of await Promise.allSettled(late)) expect(end).toMatchObject({ status: 'rejected', reason: refused });
  expect(old.lost.aborted).toBe(true);
  await next.writer.record(entry(4));
  expect((await seen.waiting(channel, ALL, ALL)).map(({ dueAt }) => dueAt)).toEqual([1, 4]);
  expect(next.lost.aborted).toBe(false);
});
