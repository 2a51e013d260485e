import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { METRICS } from '../../src/monitor/metrics.ts';

interface Panel {
  readonly id: number;
  readonly gridPos: { readonly x: number; readonly y: number };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const panelsOf = (dashboard: string) => (JSON.parse(dashboard) as { readonly panels: readonly Panel[] }).panels;
const rulesOf = (rules: string) => Array.from(rules.matchAll(/expr: ([\s\S]+?)\n\s+for:/g), ([, expr = '']) => expr);

test.each(['ops/grafana.json', 'ops/alerts.yml'])('%s queries only metrics that Crier exports', (file) => {
  const names = new Set(METRICS.map(({ name }) => name));
  const asked = read(file).match(/\b(?:crier|process)_[a-z0-9_]+\b/g) ?? [];
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((name) => !names.has(name))).toEqual([]);
});

test('each panel of the dashboard has its own id, its own position and a query', () => {
  const panels = panelsOf(read('ops/grafana.json'));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
  for (const { targets } of panels) expect(targets.length).toBeGreaterThan(0);
});

test('there are eight alert rules, each with a description that says what to do', () => {
  const rules = read('ops/alerts.yml').split('- alert: ').slice(1);
  expect(rules).toHaveLength(8);
  for (const rule of rules)
    expect(rule).toMatch(/expr: [\s\S]+?\n\s+for: \d+m\n(?:.*\n)*\s+summary: .+\n\s+description: .{40,}/);
});

// Regression test: each process of a fleet made its own line and alert of a shared value, and lines did not name their
// process.
test.each(['ops/grafana.json', 'ops/alerts.yml'])(
  '%s shows values shared by the fleet once, and names the process of all others',
  (file) => {
    const asked =
      file === 'ops/alerts.yml'
        ? rulesOf(read(file)).map((expr) => ({ expr, legendFormat: '' }))
        : panelsOf(read(file)).flatMap(({ targets }) => targets);
    expect(asked.length).toBeGreaterThan(6);
    const split = asked.filter(
      ({ expr, legendFormat }) => !/ by \(job/.test(expr) && !legendFormat.includes('{{instance}}'),
    );
    expect(split.map(({ expr }) => expr)).toEqual(file === 'ops/alerts.yml' ? [expect.stringContaining('up{')] : []);
  },
);

test('docs/metrics.md lists every metric with the same help text', () => {
  const rows = METRICS.map(
    ({ name, type, label, help }) => `| \`${name}${label ? `{${label}}` : ''}\` | ${type} | ${help} |`,
  );
  expect(read('docs/metrics.md')).toContain(rows.join('\n'));
});
