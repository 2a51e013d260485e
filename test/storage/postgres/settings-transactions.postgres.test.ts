import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NotSaved } from '../../../src/faults/store-faults.ts';
import { settingsForms } from '../../../src/storage/mappers/settings-records.ts';
import { openSharedJournal } from '../../../src/storage/postgres/journal.ts';
import { openPostgresRecords } from '../../../src/storage/postgres/records.ts';
import { PostgresSettings, PostgresSubscriptions } from '../../../src/storage/postgres/settings.ts';
import { PostgresSettingsTransactions } from '../../../src/storage/postgres/settings-transactions.ts';
import { createFeedUndos, createUndos } from '../../../src/storage/records/records.ts';
import { removeFeed, saveFeed, setPaused } from '../../../src/subscriptions/feed-changes.ts';
import { WatchChanges } from '../../../src/subscriptions/watch-changes.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { CHANGE, STANDING, USER } from '../../subscriptions/cut-short-samples.ts';
import { feed, watch } from '../sqlite/samples.ts';
import { makeDatabase, openHandle, openTcpProxy } from './database.ts';

const MOST = 7;
/** Enough rounds that two processes collide if nothing serializes them. */
const ROUNDS = 10;

/** Opens the parts of a process that change settings. */
function openProcess(url: string) {
  const db = openHandle(url);
  const log = recordingLog();
  const forms = settingsForms(log);
  const parts = {
    journal: openSharedJournal(db, Date.now, log),
    settings: new PostgresSettings(db, forms),
    subscriptions: new PostgresSubscriptions(db, forms),
    undos: createUndos(openPostgresRecords(db, log)),
    feedUndos: createFeedUndos(openPostgresRecords(db, log)),
    transactions: new PostgresSettingsTransactions(db),
    wake() {},
    openDirectMessages: async () => {},
    market: () => null,
    now: Date.now,
    log,
  };
  const changes = new WatchChanges(parts);
  const ids = async () => (await parts.subscriptions.watchesOf(USER)).map(({ id }) => id).sort();
  return { ...parts, db, changes, ids };
}

class Full extends Error {}

function add(id: string, { changes }: ReturnType<typeof openProcess>): Promise<string> {
  return changes.change(USER, (watches) => {
    if (watches.length >= MOST) throw new Full();
    return { put: [{ ...watch, id }] };
  });
}

test('twenty watches that are added at once at two processes stop at the limit per user', async () => {
  const url = await makeDatabase();
  const processes = [openProcess(url), openProcess(url)];
  const added = Array.from({ length: 10 }, (_, at) => processes.map((one, who) => add(`w${at}-${who}`, one)));
  const results = await Promise.allSettled(added.flat());
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused.map((error) => error instanceof Full)).toEqual(Array(20 - MOST).fill(true));
  expect(await processes[0]?.ids()).toHaveLength(MOST);
});

test('an undo that two processes request at once is done once', async () => {
  const url = await makeDatabase();
  const [a, b] = [openProcess(url), openProcess(url)];
  await a.changes.change(USER, { put: STANDING });
  for (let round = 0; round < ROUNDS; round += 1) {
    const key = await a.changes.change(USER, { remove: ['w1'] });
    const outcomes = await Promise.all([a.changes.undo(USER, key), b.changes.undo(USER, key)]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['nothing-kept', 'undone']);
    expect(await a.ids()).toEqual(['w1', 'w2', 'w3']);
  }
});

test('two equal feeds that two processes add at once are saved as one', async () => {
  const url = await makeDatabase();
  const [a, b] = [openProcess(url), openProcess(url)];
  for (let round = 0; round < ROUNDS; round += 1) {
    const of = (id: string) => ({ ...feed, id: `${id}${round}`, guildId: `5${round}` });
    const refusals = await Promise.all([saveFeed(of('a'), MOST, a), saveFeed(of('b'), MOST, b)]);
    expect(refusals.map((refusal) => refusal?.kind ?? 'saved').sort()).toEqual(['saved', 'twin']);
    expect(await a.subscriptions.feedsOf(`5${round}`)).toHaveLength(1);
  }
});

test('a feed that one process pauses while another removes it stays removed', async () => {
  const url = await makeDatabase();
  const [a, b] = [openProcess(url), openProcess(url)];
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = { ...feed, id: `f${round}`, guildId: `5${round}` };
    await saveFeed(one, MOST, a);
    await Promise.all([removeFeed(one, b), setPaused(one, true, a)]);
    expect(await a.subscriptions.feedsOf(one.guildId)).toEqual([]);
    expect(await setPaused(one, true, a)).toBe(false);
  }
});

test('a transaction that fails halfway changes nothing', async () => {
  const url = await makeDatabase();
  const { changes, settings, undos, ids } = openProcess(url);
  await changes.change(USER, { put: STANDING });
  const last = await undos.last(USER);
  const put = settings.putPerson.bind(settings);
  settings.putPerson = async (person) => {
    await put(person);
    throw new Error('the process is told so');
  };
  await expect(changes.change(USER, CHANGE)).rejects.toThrow('the process is told so');
  expect(await ids()).toEqual(['w1', 'w2', 'w3']);
  expect(await undos.last(USER)).toEqual(last);
});

test.each([
  ['it begins', 'pg_advisory_xact_lock'],
  ['a watch is written', 'INSERT INTO watches'],
  ['it is committed', 'COMMIT'],
])('a connection that ends when %s still makes the change once', async (_when, statement) => {
  const direct = await makeDatabase();
  const proxy = await openTcpProxy(direct);
  const { changes, ids } = openProcess(proxy.url(direct));
  await changes.change(USER, { put: STANDING });
  const cut = proxy.cutAfterAnswerTo(statement);
  const key = await changes.change(USER, CHANGE);
  await cut;
  expect(await ids()).toEqual(['w1', 'w2', 'w4']);
  expect((await changes.undo(USER, key)).kind).toBe('undone');
  expect(await ids()).toEqual(['w1', 'w2', 'w3']);
});

test('a change while the database is down rejects with `NotSaved` and changes nothing', async () => {
  const direct = await makeDatabase();
  const proxy = await openTcpProxy(direct);
  const { changes } = openProcess(proxy.url(direct));
  proxy.refuse(true);
  const error = await changes.change(USER, CHANGE).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NotSaved);
  expect(error).toMatchObject({ isOutcomeUnknown: false });
});

test.each([
  ['its COMMIT', 'COMMIT', true],
  ['the write of a watch', 'INSERT INTO watches', false],
])(
  'a database lost in the answer to %s rejects with whether the change may be saved',
  async (_answer, statement, isOutcomeUnknown) => {
    const direct = await makeDatabase();
    const proxy = await openTcpProxy(direct);
    const { changes } = openProcess(proxy.url(direct));
    await changes.change(USER, { put: STANDING });
    const away = proxy.cutAfterAnswerTo(statement).then(() => proxy.refuse(true));
    const error = await changes.change(USER, CHANGE).catch((thrown: unknown) => thrown);
    await away;
    expect(error).toBeInstanceOf(NotSaved);
    expect(error).toMatchObject({ isOutcomeUnknown });
    const saved = isOutcomeUnknown ? ['w1', 'w2', 'w4'] : ['w1', 'w2', 'w3'];
    expect(await openProcess(direct).ids(), 'in the database').toEqual(saved);
  },
);

test('saving a setting rejects as unknown if its commit has no answer, outside a transaction too', async () => {
  const direct = await makeDatabase();
  const proxy = await openTcpProxy(direct);
  const { settings } = openProcess(proxy.url(direct));
  const away = proxy.cutAfterAnswerTo('INSERT INTO watches').then(() => proxy.refuse(true));
  const error = await settings.putWatch(watch).catch((thrown: unknown) => thrown);
  await away;
  expect(error).toBeInstanceOf(NotSaved);
  expect(error).toMatchObject({ isOutcomeUnknown: true });
});

test('no transaction waits for that of another owner, however many there are', async () => {
  const { db, transactions } = openProcess(await makeDatabase());
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const first = transactions.run('user:1', async () => {
    begun.resolve();
    await held.promise;
  });
  await begun.promise;
  const waiting = Array.from({ length: 50 }, () => transactions.run('user:1', async () => 'late'));
  expect(await transactions.run('user:2', async () => 'at once')).toBe('at once');
  expect((await db.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  held.resolve();
  await Promise.all([first, ...waiting]);
});

test('more users than connections change their watches at two processes at once', async () => {
  const url = await makeDatabase();
  const processes = [openProcess(url), openProcess(url)];
  const people = Array.from({ length: 40 }, (_, at) => `7${at}`);
  const put = (userId: string, at: number) => ({ put: [{ ...watch, id: `${userId}-${at}`, userId }] });
  await Promise.all(
    people.flatMap((userId) => processes.map(({ changes }, at) => changes.change(userId, put(userId, at)))),
  );
  for (const userId of people) expect(await processes[0]?.subscriptions.watchesOf(userId)).toHaveLength(2);
});

test('a query that a transaction did not await still runs after its end', async () => {
  const { db, transactions } = openProcess(await makeDatabase());
  const over = Promise.withResolvers<void>();
  let late: Promise<number> = Promise.resolve(0);
  await transactions.run('user:1', async () => {
    late = over.promise.then(async () => (await db.query('SELECT 1')).count);
  });
  over.resolve();
  await nextTurn();
  expect(await late).toBe(1);
});
