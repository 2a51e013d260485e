import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** Stands on: real npm, a copy of the checkout that nobody may write, a user without rights. */
test('fault 80: where there is no Python, make or compiler, npm ci installs Crier and it starts', () => {
  const { status, stdout, stderr } = spawnSync('.ci/bare-install', { cwd: ROOT, encoding: 'utf8' });
  expect(status, `${stdout}${stderr}`.slice(-5_000)).toBe(0);
});
