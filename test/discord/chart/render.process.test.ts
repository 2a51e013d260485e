import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('thirty pictures at once take hardly more memory than one: each is freed before the next', async () => {
  const url = JSON.stringify(new URL('../../../src/discord/chart/picture/render.ts', import.meta.url).href);
  const script = `const { renderChart } = await import(${url});
const chart = { title: 'Oak', from: 0, to: 1e9, now: 1e9, locale: 'en', points: [], asks: [], outages: [], target: null };
await renderChart(chart);
const before = process.memoryUsage.rss();
await Promise.all(Array.from({ length: 30 }, () => renderChart(chart)));
process.stdout.write(String((process.memoryUsage.rss() - before) / 1024 ** 2));`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  // Their pixels are 120 MB.
  expect(Number((await run).stdout)).toBeLessThan(60);
});

test('the font is found from any working directory', async () => {
  const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const script = `const { renderChart } = await import(${url('../../../src/discord/chart/picture/render.ts')});
const chart = { title: 'Oak', from: 0, to: 1e9, now: 1e9, locale: 'en', points: [], asks: [], outages: [], target: null };
process.stdout.write(String((await renderChart(chart)).length));`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: tmpdir() });
  expect(Number((await run).stdout)).toBeGreaterThan(20_000);
});
