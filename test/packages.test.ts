import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import lock from '../package-lock.json' with { type: 'json' };
import { readLicences, withoutReason } from '../scripts/package-licences.ts';

const root = new URL('..', import.meta.url).pathname;

test('no installed package has to be compiled, which would need Python, make and a compiler', () => {
  expect(existsSync(`${root}/node_modules/@keyv/sqlite`)).toBe(true);
  expect(globSync('node_modules/**/binding.gyp', { cwd: root })).toEqual([]);
});

test('the substitute for better-sqlite3 can be imported, and throws its own error when opened', () => {
  const { default: Database } = createRequire(import.meta.url)('better-sqlite3');
  expect(() => new Database()).toThrow('better-sqlite3 is not installed: Crier keeps its settings with');
});

test('each runtime package has an allowed licence, no install script and a reason in ARCHITECTURE.md', () => {
  const packages = readLicences();
  expect(packages.length).toBeGreaterThan(30);
  expect(packages.filter(({ isAllowed, runsScript }) => !isAllowed || runsScript)).toEqual([]);
  expect(withoutReason()).toEqual([]);
});

test('each package is pinned by a checksum in the lock file', () => {
  const entries = Object.entries<object>(lock.packages);
  const registry = entries.filter(([path, entry]) => path.startsWith('node_modules/') && !('link' in entry));
  expect(registry.length).toBeGreaterThan(100);
  expect(
    registry
      .filter(([, entry]) => !('integrity' in entry && /^sha512-/.test(String(entry.integrity))))
      .map(([path]) => path),
  ).toEqual([]);
});
