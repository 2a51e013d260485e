import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChild } from '../../storage/sqlite/child.ts';
import { openFolder } from './open-folder.ts';

/** Stands on: real files of a child process with a file size limit. */

const SAVER = join(import.meta.dirname, 'large-saver.ts');

test('fault 54: a full disk fails one save, leaves no partial snapshot, and spares the others', async () => {
  const { folder } = openFolder();
  const child = startChild(SAVER, [join(folder, 'crier')], 200);
  expect(JSON.parse((await child.line()) ?? '')).toEqual({
    error: 'Error: EFBIG: file too large, write',
    left: ['crier.shops-1.json.zst'],
    ids: [1, 3],
  });
});
