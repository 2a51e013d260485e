import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWorld } from '../journeys/world/world.ts';
import { startChild } from '../storage/sqlite/child.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';
import { CHANGE, ENDS_AT, STANDING, USER } from './cut-short-samples.ts';
import { openChanges } from './open-changes.ts';
import { stopAfter } from './stop-after.ts';

/** Stands on: a real store in files, of processes that are killed, and the real bot that starts on them. */

const CHILD = join(import.meta.dirname, 'change-cut-short.ts');

/** A folder with what stands, and the key of the step that can be undone. */
async function standing() {
  const folder = temporaryFolder();
  const { changes, close } = await openChanges(folder);
  await changes.change(USER, { put: STANDING });
  const key = await changes.change(USER, { put: STANDING.slice(0, 1).map((one) => ({ ...one, price: 9 })) });
  await close();
  return { folder, key };
}

/** Makes a change in a process of its own, which is killed after one of the writes. */
async function killAfter(write: string, folder: string) {
  const child = startChild(CHILD, [folder, write]);
  expect(await child.line()).toBe(write);
  await child.kill();
}

/** The same without a process: nothing goes on after the write. */
async function stopChangeAfter(write: string, folder: string) {
  const stop = Promise.withResolvers<void>();
  const { changes, close } = await openChanges(folder, (parts) => stopAfter(write, parts, stop.resolve));
  void changes.change(USER, CHANGE);
  await stop.promise;
  await close();
}

async function restarted(folder: string) {
  const opened = await openChanges(folder);
  onTestFinished(async () => void (await opened.close()));
  await opened.changes.recover();
  const { subscriptions, undos, unfinished, journal } = opened;
  return {
    ...opened,
    watches: (await subscriptions.watchesOf(USER)).map(({ id, price, expiresAt }) => [id, price, expiresAt]),
    quiet: (await subscriptions.person(USER))?.quiet ?? null,
    undoKey: (await undos.last(USER))?.key,
    unfinished: await unfinished.all(),
    notices: await journal.noticesOf({ kind: 'user', id: USER }, 9),
  };
}

const BEFORE = {
  watches: [
    ['w2', 0.25, null],
    ['w3', 0.25, null],
    ['w1', 9, null],
  ].sort(),
  quiet: null,
  unfinished: [],
};

async function expectNothing({ folder, key }: Awaited<ReturnType<typeof standing>>) {
  const { watches, quiet, unfinished, undoKey } = await restarted(folder);
  expect({ watches: watches.sort(), quiet, unfinished, undoKey }).toEqual({ ...BEFORE, undoKey: key });
}

test.each(['put w1', 'notice'])(
  'fault 59: nothing is left of a change that is killed after the write “%s”',
  async (write) => {
    const before = await standing();
    await killAfter(write, before.folder);
    await expectNothing(before);
  },
);

test.each(['begin', 'undo', 'put w4', 'remove w3', 'quiet'])(
  'fault 59: nothing is left of a change that goes no further than the write “%s”, and what could be undone still can',
  async (write) => {
    const before = await standing();
    await stopChangeAfter(write, before.folder);
    await expectNothing(before);
  },
);

test('fault 59: a change that is killed after its last write is whole: watches, quiet hours, the notice of the end, the step back', async () => {
  const { folder } = await standing();
  await killAfter('finish', folder);
  const after = await restarted(folder);
  expect(after.watches.sort()).toEqual([
    ['w1', 0.25, ENDS_AT],
    ['w2', 0.25, null],
    ['w4', 0.25, null],
  ]);
  expect({ quiet: after.quiet, unfinished: after.unfinished }).toEqual({ quiet: CHANGE.quiet, unfinished: [] });
  expect(after.notices.map(({ notice }) => notice.cause)).toMatchObject([{ kind: 'expiring', expiresAt: ENDS_AT }]);
  await after.changes.undo(USER);
  expect((await after.subscriptions.watchesOf(USER)).map(({ id }) => id)).toEqual(
    expect.arrayContaining(['w1', 'w2', 'w3']),
  );
  expect((await after.subscriptions.person(USER))?.quiet ?? null).toBeNull();
});

test('fault 59: a start of Crier takes back what a kill cut short', async () => {
  const { folder } = await standing();
  await killAfter('notice', folder);
  const world = await openWorld({ shops: 0 });
  onTestFinished(() => world.close());
  // No Crier was ever started on this one.
  world.expectError('The journal of this store is gone');
  const bot = await world.startBot({ STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}` });
  expect(await bot.stop()).toBe(0);
  const { subscriptions, unfinished, close } = await openChanges(folder);
  onTestFinished(async () => void (await close()));
  const watches = (await subscriptions.watchesOf(USER)).map(({ id, price, expiresAt }) => [id, price, expiresAt]);
  expect({ ...BEFORE, watches: watches.sort(), unfinished: await unfinished.all() }).toEqual(BEFORE);
  expect((await subscriptions.person(USER))?.quiet ?? null).toBeNull();
});

test('fault 59: an undo that comes to no write can still be asked for', async () => {
  const before = await standing();
  const stop = Promise.withResolvers<void>();
  const begin = () => {
    stop.resolve();
    return new Promise<void>(() => undefined);
  };
  const { changes, close } = await openChanges(before.folder, (parts) => ({
    ...parts,
    unfinished: { ...parts.unfinished, begin },
  }));
  void changes.undo(USER, before.key);
  await stop.promise;
  await close();
  await expectNothing(before);
});

test('fault 59: a person who is forgotten is not half brought back by a kill', async () => {
  const { folder } = await standing();
  const stop = Promise.withResolvers<void>();
  const { changes, unfinished, close } = await openChanges(folder, (parts) =>
    stopAfter('remove w1', parts, stop.resolve),
  );
  await unfinished.begin({ id: USER, back: { put: STANDING, remove: [] }, lastUndo: null });
  void changes.forget(USER);
  await stop.promise;
  await close();
  const { watches } = await restarted(folder);
  expect(watches.map(([id]) => id)).not.toContain('w1');
});

test('fault 81: a WAL that is lost takes back nothing that was saved', async () => {
  const { folder } = await standing();
  const { changes, close } = await openChanges(folder);
  await changes.change(USER, CHANGE);
  const copy = temporaryFolder();
  copyFileSync(join(folder, 'crier.sqlite'), join(copy, 'crier.sqlite'));
  await close();
  const { watches, unfinished } = await restarted(copy);
  expect(watches.map(([id]) => id).sort()).toEqual(['w1', 'w2', 'w4']);
  expect(unfinished).toEqual([]);
});
