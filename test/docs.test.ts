import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../commands/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { FAULT_TITLES } from '../scripts/fault-titles.ts';
import { faultsShown, faultsTable } from '../scripts/faults-table.ts';
import { settingsDocs } from '../scripts/settings-docs.ts';
import { listSettings } from '../src/config.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGES = ['README.md', 'SECURITY.md', ...globSync('docs/*.md', { cwd: ROOT })];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test.each(settingsDocs().map(({ path, text }) => [relative(ROOT, path), text]))(
  '%s is as npm run docs makes it',
  (path, text) => {
    expect(read(path)).toBe(text);
  },
);

test('docs/faults.md is as npm run faults makes it', () => {
  expect(read('docs/faults.md')).toBe(faultsTable());
});

test('each fault has a title, and a test with its number that says what is real in it', () => {
  const shown = [...faultsShown()];
  expect(shown.map(([number]) => number)).toEqual([...FAULT_TITLES.keys()]);
  expect([...FAULT_TITLES.keys()].slice(0, 82)).toEqual(Array.from({ length: 82 }, (_, index) => index + 1));
  expect(shown.filter(([, tests]) => tests.length === 0).map(([number]) => number)).toEqual([]);
  const silent = shown.flatMap(([, tests]) => tests.filter(({ standsOn }) => standsOn === null));
  expect(new Set(silent.map(({ file }) => file))).toEqual(new Set());
});

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names no path that is not there', (page) => {
  const files = globSync('{src,commands,test,bench,scripts,docs,ops,stubs}/**/*', { cwd: ROOT });
  const paths = files.map((path) => `/${path.replaceAll('\\', '/')}`);
  const named = [...read(page).matchAll(/`([\w.-]+(?:\/[\w.-]*)+|[\w-]+\.(?:ts|json))`/g)].map(([, name = '']) => name);
  const isThere = (name: string) => existsSync(join(ROOT, name)) || paths.some((path) => path.endsWith(`/${name}`));
  expect(named.length).toBeGreaterThan(50);
  // Outputs of commands that the page describes, not part of the checkout.
  const made = ['artifacts/', 'artifacts/pictures'];
  expect(named.filter((name) => !made.includes(name) && !isThere(name.replace(/\/$/, '')))).toEqual([]);
});

test.each(PAGES)('%s names no file, script, setting or command that is not there', (page) => {
  const text = read(page);
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
  const local = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(local.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
  const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(scripts.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  const files = [...text.matchAll(/\b(?:src|ops|scripts|bench|test)\/[\w./-]+\.\w+/g)].map(([file]) => file);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  const settings = listSettings().map(({ name }) => name);
  const elsewhere = /^(?:MALLOC_MMAP_THRESHOLD_|NODE_\w+|EBADENGINE|CRIER_\w+)$/;
  const named = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+_?)(?:=[^`]*)?`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !settings.includes(name) && !elsewhere.test(name))).toEqual([]);
  const typed = [...text.matchAll(/`\/([a-z-]+)(?: [^`]*)?`/g)].map(([, name = '']) => name);
  const known: readonly string[] = [
    ...commands.map(({ definition: { name } }) => name),
    ...['livez', 'readyz', 'metrics'],
  ];
  expect(typed.filter((name) => !known.includes(name))).toEqual([]);
});
