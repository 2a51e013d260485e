import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startChild } from '../storage/sqlite/child.ts';
import { watch } from '../storage/sqlite/samples.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';
import { openChanges } from './open-changes.ts';

/** Stands on: a real store in a file, of a child process that is killed. */

const CHILD = join(import.meta.dirname, 'change-cut-short.ts');

/**
 * Runs a change in a child process, which is killed when it prints the moment.
 *
 * @returns the store after that
 */
async function killAt(moment: 'collected' | 'committed') {
  const folder = temporaryFolder();
  const first = await openChanges(folder);
  await first.changes.change('400', { put: [watch, { ...watch, id: 'w2' }] });
  await first.close();
  const child = startChild(CHILD, [folder, moment]);
  expect(await child.line()).toBe(moment);
  await child.kill();
  const { subscriptions, undos, journal, close } = await openChanges(folder);
  onTestFinished(() => close());
  return {
    watches: (await subscriptions.watchesOf('400')).map(({ id }) => id).sort(),
    quiet: (await subscriptions.person('400'))?.quiet ?? null,
    undone: (await undos.last('400'))?.step.remove,
    notices: (await journal.noticesOf({ kind: 'user', id: '400' }, 9)).length,
  };
}

test('fault 59: a change killed after its last write and before the commit leaves nothing', async () => {
  expect(await killAt('collected')).toEqual({ watches: ['w1', 'w2'], quiet: null, undone: ['w1', 'w2'], notices: 0 });
});

test('fault 59: a change killed after the commit is complete', async () => {
  const quiet = { from: 1320, to: 420, timeZone: 'Europe/Berlin' };
  expect(await killAt('committed')).toEqual({ watches: ['w1', 'w3'], quiet, undone: ['w3'], notices: 1 });
});
