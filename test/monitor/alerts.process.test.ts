import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Prometheus's own tool, from Debian's package `prometheus`. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test.skipIf(!hasPromtool)(
  'Prometheus accepts the alert rules, and each fires once when it should (needs promtool)',
  () => {
    const run = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' });
    expect(run('check', 'rules', pathOf('../../ops/alerts.yml'))).toContain('SUCCESS');
    expect(run('test', 'rules', pathOf('alerts-promtool.yml'))).toContain('SUCCESS');
  },
);
