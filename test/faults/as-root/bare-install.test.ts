import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** Stands on: real npm, a read-only copy of the checkout, and an unprivileged user. */
test('fault 80: npm ci installs Crier without Python, make and compiler, and it starts', () => {
  const { status, stdout, stderr } = spawnSync('.ci/bare-install', { cwd: ROOT, encoding: 'utf8' });
  expect(status, `${stdout}${stderr}`.slice(-5_000)).toBe(0);
});
