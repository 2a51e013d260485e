import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startChild } from '../../storage/sqlite/child.ts';
import { recordsAt } from './endless-snapshots.ts';
import { openFolder } from './open-folder.ts';
import { byId, loadFrom, shopOf } from './saving.ts';

/** Stands on: real files of a child process that is killed at arbitrary moments. */

const SAVER = join(import.meta.dirname, 'endless-saver.ts');

/** Each process is killed `thenMs` after its first `snapshots` snapshots became valid. */
const LIVES = [
  { snapshots: 1, thenMs: 0 },
  { snapshots: 2, thenMs: 5 },
  { snapshots: 4, thenMs: 2 },
  { snapshots: 5, thenMs: 26 },
];

test('fault 59: after kill -9 the valid snapshot loads unchanged, and the next one removes the rest', async () => {
  const { folder, open, lines } = openFolder();
  let last = 0;
  for (const { snapshots, thenMs } of LIVES) {
    const child = startChild(SAVER, [join(folder, 'crier'), `${last + 1}`]);
    let killed: Promise<void> | undefined;
    let counted = 0;
    for (let line = await child.line(); line !== null; line = await child.line()) {
      last = Number(line);
      if (++counted === snapshots) killed = sleep(thenMs).then(() => child.kill());
    }
    await killed;
    const files = open();
    expect(byId(await loadFrom(files, last))).toEqual(recordsAt(last).map(shopOf));
    await files.prune(last);
    expect(await readdir(folder)).toEqual([`crier.shops-${last}.json.zst`]);
  }
  expect(last).toBeGreaterThan(10);
  expect(lines).toEqual([]);
});
