import { once } from 'node:events';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startChild } from '../child.ts';
import { writeReleasedStore } from '../released/write-released-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { change, contentOf, rowsOf, upgrade } from './legacy-store.ts';

/** Stands on: a store of two files, upgraded in a process of its own, and a copy of all files before each change to them. */

const WATCHED = new URL('watched-upgrade.ts', import.meta.url).pathname;

/** The store that a kill leaves before each change of an upgrade, in the order of the changes. */
async function killedStores(source: string): Promise<readonly string[]> {
  const [folder, copies] = [temporaryFolder(), temporaryFolder()];
  cpSync(source, folder, { recursive: true });
  const child = startChild(WATCHED, [folder, copies]);
  expect(await once(child.process, 'exit')).toEqual([0, null]);
  return readdirSync(copies)
    .sort((a, b) => Number(a) - Number(b))
    .map((name) => join(copies, name));
}

function versionOf(path: string): number | null {
  return existsSync(path) ? Number(rowsOf(path, 'PRAGMA user_version')[0]?.user_version) : null;
}

it('an upgrade that is killed before any of its changes to files is completed by the next start, and nothing is lost or doubled', async () => {
  const source = temporaryFolder();
  const { settings, journal } = writeReleasedStore('0.4.0', source);
  const old = { settings: contentOf(settings), journal: contentOf(journal) };
  const killed = await killedStores(source);
  const expected = contentOf(join(killed.at(-1) ?? '', 'crier.sqlite'));
  const restartable: string[] = [];
  for (const [index, folder] of killed.entries()) {
    const said = `killed before change ${index}`;
    const [store, events] = [join(folder, 'crier.sqlite'), join(folder, 'crier.events.sqlite')];
    // An older Crier finds both of its files as they were, or refuses to start.
    const version = versionOf(events);
    if (version === 7) {
      expect(contentOf(store), said).toEqual(old.settings);
      expect(contentOf(events), said).toEqual(old.journal);
      restartable.push(folder);
      cpSync(folder, `${folder}-restarted`, { recursive: true });
    } else expect(version, said).toBe(1_000_000);

    await upgrade(folder);
    expect(contentOf(store), said).toEqual(expected);
    expect(
      readdirSync(folder).filter((name) => /upgrad|\.new|wal|shm/.test(name)),
      said,
    ).toEqual([]);
    expect(contentOf(`${store}.before-0.5`), said).toEqual(old.settings);
    expect(contentOf(`${events}.before-0.5`), said).toEqual(old.journal);
  }
  expect(killed.length).toBeGreaterThan(30);

  // An older Crier that starts after the kill writes to the old files: its writes are upgraded too.
  expect(restartable.length).toBeGreaterThan(20);
  for (const folder of restartable.map((each) => `${each}-restarted`)) {
    change(join(folder, 'crier.sqlite'), `INSERT INTO keyv (key, value, namespace) VALUES ('later', '{}', 'watches')`);
    change(join(folder, 'crier.events.sqlite'), `INSERT INTO moments (name, at) VALUES ('later', 1)`);
    await upgrade(folder);
    const { watches, checkpoints } = contentOf(join(folder, 'crier.sqlite'));
    expect(watches, folder).toHaveLength((expected.watches?.length ?? 0) + 1);
    expect(checkpoints, folder).toHaveLength((expected.checkpoints?.length ?? 0) + 1);
  }
});
