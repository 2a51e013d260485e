import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { startChild } from './child.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands on: a real store in files, a process without write permission. */

it('fault 56: a read-only file is refused at once', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'crier.sqlite');
  const db = new DatabaseSync(path);
  db.exec('CREATE TABLE t (a)');
  db.close();
  chmodSync(path, 0o444);
  chmodSync(folder, 0o777);
  const child = startChild(join(import.meta.dirname, 'read-only-opener.ts'), [path]);
  expect(await child.line()).toBe(`The store at ${path} cannot be used: attempt to write a readonly database.`);
});
