import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');

test('every command for the operator tells an older Node’s user which version to install', () => {
  const older =
    "Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); require('./scripts/needs-node.cjs')";
  const { status, stderr } = spawnSync(process.execPath, ['-e', older], { cwd: ROOT, encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^Crier needs Node 24 .* Run npm ci without --omit=dev, which installs Node 24\.\n$/),
  ]);
  const commands = Object.entries(manifest.scripts).filter(([, command]) => / (?:src|sandbox)\/\S+\.ts/.test(command));
  expect(commands.map(([name]) => name).sort()).toEqual(['backup', 'demo', 'move', 'replay', 'restore', 'start']);
  for (const [, command] of commands) expect(command).toContain(' -r ./scripts/needs-node.cjs ');
});
