import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import type { Measure } from './measures.ts';

/**
 * Times `npm test` in a checkout.
 * @throws Error with the end of its output if it fails
 */
export function timeSuite(root: string, times: number): Measure {
  const seconds = Array.from({ length: times }, () => runSuite(root).toFixed(1));
  return { label: 'npm test, wall time in s', figure: seconds.join(', '), found: [] };
}

function runSuite(root: string): number {
  const startedMs = performance.now();
  const { status, error, stdout, stderr } = spawnSync('npm', ['test'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`npm test failed in ${root}:\n${`${stdout}${stderr}`.slice(-5000)}`);
  return (performance.now() - startedMs) / 1000;
}
