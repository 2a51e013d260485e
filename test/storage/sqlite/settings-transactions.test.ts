import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { NotSaved } from '../../../src/faults/store-faults.ts';
import { expectCoverage, propertyRuns } from '../../property-runs.ts';
import { openSettingsTransactions } from './open-settings-transactions.ts';
import { feed, watch } from './samples.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: a real store in a file, whose connection or a trigger in it rejects writes. */

type Opened = Awaited<ReturnType<typeof openSettingsTransactions>>;

const USERS = ['400', '401', '402'];
/** A trigger rejects notices for this user, after earlier writes of the transaction succeeded. */
const REFUSED = { kind: 'user', id: '666' } as const;
const REFUSES = `CREATE TEMP TRIGGER refuses BEFORE INSERT ON notices WHEN NEW.target = 'user:${REFUSED.id}'
  BEGIN SELECT raise(ABORT, 'refused'); END`;

const id = fc.constantFrom('a', 'b', 'c');
/** A write of a transaction. */
const write = fc.oneof(
  fc.record({ kind: fc.constant('put watch'), id, price: fc.nat(9) }),
  fc.record({ kind: fc.constant('remove watch'), id }),
  fc.record({ kind: fc.constant('put feed'), id, minValue: fc.nat(9) }),
  fc.record({ kind: fc.constant('remove feed'), id }),
  fc.record({ kind: fc.constant('put person'), from: fc.nat(9) }),
  fc.record({ kind: fc.constant('remove person') }),
  fc.record({ kind: fc.constant('keep undo'), id }),
  fc.record({ kind: fc.constant('forget undo') }),
  fc.record({ kind: fc.constant('pause'), code: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('resume') }),
  fc.record({ kind: fc.constant('notify') }),
) as fc.Arbitrary<Write>;

type Write =
  | { readonly kind: 'put watch'; readonly id: string; readonly price: number }
  | { readonly kind: 'remove watch' | 'remove feed' | 'keep undo'; readonly id: string }
  | { readonly kind: 'put feed'; readonly id: string; readonly minValue: number }
  | { readonly kind: 'put person'; readonly from: number }
  | { readonly kind: 'remove person' | 'forget undo' | 'resume' | 'notify' }
  | { readonly kind: 'pause'; readonly code: number };

interface Turn {
  readonly user: string;
  readonly writes: readonly Write[];
  /** `throws`: the work throws after its writes. `refused`: the last write fails in the transaction. */
  readonly end: 'succeeds' | 'throws' | 'refused';
  /** Turns of the event loop between two writes. */
  readonly rests: number;
}

const turn: fc.Arbitrary<Turn> = fc.record({
  user: fc.constantFrom(...USERS),
  writes: fc.array(write, { maxLength: 6 }),
  end: fc.constantFrom('succeeds', 'succeeds', 'throws', 'refused'),
  rests: fc.nat(2),
});

/** Concurrent transactions of different users. `isFull`: the file takes no writes meanwhile. */
const batch = fc.record({
  transactions: fc.uniqueArray(turn, { minLength: 1, selector: ({ user }) => user }),
  isFull: fc.boolean(),
});

/** One user's part of the store: watches and feeds by id and the rest, null if absent. */
interface Part {
  readonly watches: ReadonlyMap<string, number | null>;
  readonly feeds: ReadonlyMap<string, number>;
  readonly quietFrom: number | null;
  readonly undo: readonly string[] | null;
  readonly code: number | null;
  readonly notices: number;
}

const EMPTY: Part = { watches: new Map(), feeds: new Map(), quietFrom: null, undo: null, code: null, notices: 0 };

/** Applies a write to the plain model. */
function applied(part: Part, one: Write): Part {
  const without = <T>(map: ReadonlyMap<string, T>, key: string) => new Map([...map].filter(([each]) => each !== key));
  switch (one.kind) {
    case 'put watch':
      return { ...part, watches: new Map([...part.watches, [one.id, one.price]]) };
    case 'remove watch':
      return { ...part, watches: without(part.watches, one.id) };
    case 'put feed':
      return { ...part, feeds: new Map([...part.feeds, [one.id, one.minValue]]) };
    case 'remove feed':
      return { ...part, feeds: without(part.feeds, one.id) };
    case 'put person':
      return { ...part, quietFrom: one.from };
    case 'remove person':
      return { ...part, quietFrom: null };
    case 'keep undo':
      return { ...part, undo: [one.id] };
    case 'forget undo':
      return { ...part, undo: null };
    case 'pause':
      return { ...part, code: one.code };
    case 'resume':
      return { ...part, code: null };
    case 'notify':
      return { ...part, notices: part.notices + 1 };
  }
}

const targetOf = (user: string) => ({ kind: 'user', id: user }) as const;
let notified = 0;

function noticeTo(target: { readonly kind: 'user'; readonly id: string }) {
  notified += 1;
  return {
    target,
    cause: { kind: 'expiring', at: notified, expiresAt: notified },
    subscriptionIds: [],
    dueAt: 1,
  } as const;
}

async function execute({ settings, undos, paused, journal }: Opened, user: string, one: Write): Promise<void> {
  const target = targetOf(user);
  switch (one.kind) {
    case 'put watch':
      return settings.putWatch({ ...watch, id: `w${user}${one.id}`, userId: user, price: one.price });
    case 'remove watch':
      return settings.removeWatch(`w${user}${one.id}`);
    case 'put feed':
      return settings.putFeed({ ...feed, id: `f${user}${one.id}`, guildId: user, minValue: one.minValue });
    case 'remove feed':
      return settings.removeFeed(`f${user}${one.id}`);
    case 'put person':
      return settings.putPerson({ id: user, quiet: { from: one.from, to: 60, timeZone: 'UTC' } });
    case 'remove person':
      return settings.removePerson(user);
    case 'keep undo':
      return void (await undos.keep(user, { put: [], remove: [one.id] }));
    case 'forget undo':
      return undos.forget(user);
    case 'pause':
      return paused.pause({ target, code: one.code, at: 1 });
    case 'resume':
      return paused.resume(target);
    case 'notify':
      return journal.enqueue([noticeTo(target)]);
  }
}

/** Returns a user's part as memory has it. */
async function remembered({ subscriptions, undos, paused, journal }: Opened, user: string): Promise<Part> {
  const nameOf = ({ id }: { readonly id: string }) => id.slice(1 + user.length);
  return {
    watches: new Map((await subscriptions.watchesOf(user)).map((one) => [nameOf(one), one.price])),
    feeds: new Map((await subscriptions.feedsOf(user)).map((one) => [nameOf(one), one.minValue])),
    quietFrom: (await subscriptions.person(user))?.quiet?.from ?? null,
    undo: (await undos.last(user))?.step.remove ?? null,
    code: await paused.codeOf(targetOf(user)),
    notices: (await journal.noticesOf(targetOf(user), 999)).length,
  };
}

test('memory and a reopened file agree with a plain model, whichever transactions fail', async () => {
  let [full, refused, thrown, saved] = [0, 0, 0, 0];
  const property = fc.asyncProperty(fc.array(batch, { maxLength: 8 }), async (batches) => {
    const path = join(temporaryFolder(), 'crier.sqlite');
    const opened = await openSettingsTransactions(path);
    opened.db.exec(REFUSES);
    const model = new Map(USERS.map((user) => [user, EMPTY]));

    /** Runs a transaction in the store and in the model. */
    const run = async ({ user, writes, end, rests }: Turn, isFull: boolean) => {
      let part = model.get(user) ?? EMPTY;
      const running = opened.transactions.run(`user:${user}`, async () => {
        for (const one of writes) {
          for (let rest = 0; rest < rests; rest += 1) await setImmediate();
          part = applied(part, one);
          await execute(opened, user, one);
        }
        if (end === 'refused') await opened.journal.enqueue([noticeTo(REFUSED)]);
        if (end === 'throws') throw new RangeError('too late');
      });
      const isWritten = end === 'succeeds' && (writes.length === 0 || !isFull);
      await running.then(
        () => {
          expect(isWritten).toBe(true);
          model.set(user, part);
          saved += 1;
        },
        (error) => {
          expect(end === 'throws' ? error instanceof RangeError : error instanceof NotSaved).toBe(true);
          if (end === 'throws') thrown += 1;
          else if (isFull) full += 1;
          else refused += 1;
        },
      );
    };

    for (const { transactions, isFull } of batches) {
      opened.db.exec(`PRAGMA query_only = ${isFull}`);
      await Promise.all(transactions.map((one) => run(one, isFull)));
      opened.db.exec('PRAGMA query_only = false');
      for (const user of USERS) expect(await remembered(opened, user)).toEqual(model.get(user));
    }
    await opened.close();
    const again = await openSettingsTransactions(path);
    for (const user of USERS) expect(await remembered(again, user)).toEqual(model.get(user));
    await again.close();
  });
  await fc.assert(property, { numRuns: propertyRuns(0.5) });
  expectCoverage(() => {
    for (const times of [full, refused, thrown, saved]) expect(times).toBeGreaterThan(20);
  });
});

test('a read within a transaction returns the store as it was before', async () => {
  const { transactions, settings, subscriptions, undos, close } = await openSettingsTransactions(
    join(temporaryFolder(), 'crier.sqlite'),
  );
  onTestFinished(() => close());
  await transactions.run('user:400', async () => {
    await settings.putWatch(watch);
    await undos.keep('400', { put: [], remove: [] });
    expect(await settings.watches()).toEqual([]);
    expect(await subscriptions.watchesOf('400')).toEqual([]);
    expect(await undos.last('400')).toBeNull();
  });
  expect(await subscriptions.watchesOf('400')).toEqual([watch]);
});

test('a write that a transaction did not await is saved by itself', async () => {
  const { transactions, settings, subscriptions, close } = await openSettingsTransactions(
    join(temporaryFolder(), 'crier.sqlite'),
  );
  onTestFinished(() => close());
  const over = Promise.withResolvers<void>();
  let late: Promise<void> = Promise.resolve();
  await transactions.run('user:400', async () => {
    late = over.promise.then(() => settings.putWatch(watch));
  });
  over.resolve();
  await late;
  expect(await subscriptions.watchesOf('400')).toEqual([watch]);
});

test('a transaction that ends after the store was closed rejects with `NotSaved`', async () => {
  const { transactions, settings, close } = await openSettingsTransactions(join(temporaryFolder(), 'crier.sqlite'));
  const late = transactions.run('user:400', async () => {
    await settings.putWatch(watch);
    await close();
  });
  await expect(late).rejects.toThrow(NotSaved);
});

test('a pause that outlives its target’s deleted data is the same in memory and after a restart', async () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const { paused, journal, close } = await openSettingsTransactions(path);
  const target = targetOf('400');
  await paused.pause({ target, code: 50_007, at: 1 });
  await journal.forget(target, []);
  const known = await paused.codeOf(target);
  await close();
  const again = await openSettingsTransactions(path);
  onTestFinished(() => again.close());
  expect([known, await again.paused.codeOf(target)]).toEqual([50_007, 50_007]);
});

test('an event recorded while a transaction runs is no part of it', async () => {
  const { transactions, journal, settings, close } = await openSettingsTransactions(
    join(temporaryFolder(), 'crier.sqlite'),
  );
  onTestFinished(() => close());
  const recorded = Promise.withResolvers<void>();
  const failing = transactions.run('user:400', async () => {
    await settings.putWatch(watch);
    await recorded.promise;
    throw new RangeError('too late');
  });
  await journal.enqueue([noticeTo(targetOf('400'))]);
  recorded.resolve();
  await expect(failing).rejects.toThrow('too late');
  expect(await journal.noticesOf(targetOf('400'), 9)).toHaveLength(1);
});
