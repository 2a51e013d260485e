import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startChild } from '../child.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Stands on: a real journal in a process of its own, with a limit on the size of its files. */

it('fault 55: a file that cannot take the pages of the WAL is reported as trouble until it can', async () => {
  const child = startChild(join(import.meta.dirname, 'failed-checkpoint.ts'), [
    join(temporaryFolder(), 'crier.sqlite'),
  ]);
  expect([await child.line(), await child.line(), await child.line()]).toEqual(['null', '"disk I/O error"', 'null']);
});
