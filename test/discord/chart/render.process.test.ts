import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('thirty pictures take little more memory than one, and the font is found from any working directory', async () => {
  const url = JSON.stringify(new URL('../../../src/discord/chart/picture.ts', import.meta.url).href);
  const languages = JSON.stringify(new URL('../../../src/language/languages.ts', import.meta.url).href);
  const script = `const { renderChart } = await import(${url});
const { Languages } = await import(${languages});
const language = new Languages().of('en');
const none = { points: [], mixed: null, asks: [], outages: [], target: null, knownSince: null };
const chart = { title: 'Oak', kindName: 'Oak', from: 0, to: 1e9, now: 1e9, language, ...none };
const { length } = await renderChart(chart);
const before = process.memoryUsage.rss();
await Promise.all(Array.from({ length: 30 }, () => renderChart(chart)));
process.stdout.write(JSON.stringify({ length, grownBy: process.memoryUsage.rss() - before }));`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: tmpdir() });
  const { length, grownBy } = JSON.parse((await run).stdout);
  expect(length).toBeGreaterThan(20_000);
  // The pixels of all thirty take 120 MB.
  expect(grownBy / 1_024 ** 2).toBeLessThan(60);
});
