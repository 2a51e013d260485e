import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import lock from '../package-lock.json' with { type: 'json' };
import { readLicences, withoutReason } from '../scripts/package-licences.ts';

const root = new URL('..', import.meta.url).pathname;

test('nothing that is installed has to be compiled: npm would ask for Python, make and a compiler', () => {
  expect(existsSync(`${root}/node_modules/@keyv/sqlite`)).toBe(true);
  expect(globSync('node_modules/**/binding.gyp', { cwd: root })).toEqual([]);
});

test('what stands in for better-sqlite3 may be imported, and says who it is where it is opened', () => {
  const { default: Database } = createRequire(import.meta.url)('better-sqlite3');
  expect(() => new Database()).toThrow('better-sqlite3 is not installed: Crier keeps its settings with');
});

test('all that is installed to run may be handed on, and npm runs nothing of it; each package has its reason in ARCHITECTURE.md', () => {
  const packages = readLicences();
  expect(packages.length).toBeGreaterThan(30);
  expect(packages.filter(({ isAllowed, runsScript }) => !isAllowed || runsScript)).toEqual([]);
  expect(withoutReason()).toEqual([]);
});

test('each package is taken only as it was when it was chosen: the lock file has its checksum', () => {
  const entries = Object.entries<object>(lock.packages);
  const registry = entries.filter(([path, entry]) => path.startsWith('node_modules/') && !('link' in entry));
  expect(registry.length).toBeGreaterThan(100);
  expect(
    registry
      .filter(([, entry]) => !('integrity' in entry && /^sha512-/.test(String(entry.integrity))))
      .map(([path]) => path),
  ).toEqual([]);
});
