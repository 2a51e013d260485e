import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openWorld } from '../journeys/world/world.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

// Regression test: without a listener for the stream's error, Node printed a stack trace.
test.each([
  ['a pipe whose reader ends', '| true', ''],
  ['a full disk as its output', '> /dev/full', /^Crier cannot go on: .*ENOSPC.* Free some space on the disk\.\n$/],
])('%s: the check ends without a stack trace', async (_, where, expected) => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_NO_WARNINGS: '1', ...world.environment() };
  const shell = ['-o', 'pipefail', '-c', `"${process.execPath}" "${MAIN}" --check ${where}`];
  const bash = spawn('bash', shell, { env });
  const [stderr, [code]] = await Promise.all([text(bash.stderr), once(bash, 'close')]);
  expect(stderr).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
  expect(code).toBe(1);
});
