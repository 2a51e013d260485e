import { existsSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { PATIENCE_MS } from './sandbox/discord/events.ts';
import { memoryFolder } from './test/setup/memory-folder.ts';

/**
 * The tests of whole journeys, the sandbox and its faults, which use real sockets. All others belong to `unit` and stay
 * within the process. The test files of a worker share one module graph, which saves loading it for each file.
 */
const OVER_SOCKETS = ['test/{journeys,sandbox,faults}/**/*.test.ts'];
/** Tests that measure the memory of their own thread. Each has a worker and a module graph of its own. */
const ISOLATED = ['test/**/*.isolated.test.ts'];
/** Tests against a real PostgreSQL: `npm run test:postgres`. */
export const ON_POSTGRES = ['test/**/*.postgres.test.ts'];
/** Tests that start processes, most of them Crier's own: `npm run test:processes`. */
export const IN_PROCESSES = ['test/**/*.process.test.ts'];
/** Tests that require root: `npm run test:faults`. */
const AS_ROOT = 'test/faults/as-root/**';
const ELSEWHERE = [...configDefaults.exclude, ...IN_PROCESSES, ...ON_POSTGRES, AS_ROOT];

/** Runs a project after `unit`. Vitest runs projects with different numbers of workers in separate groups. */
const AFTER_UNIT = { groupOrder: 1 };

/** Limits a hanging test: ten times the longest test on a busy machine, so that a slow machine fails none. */
const TIMEOUT_MS = 300_000;

/**
 * Returns Node's compile cache for the tests and the processes they start. Every run adds its test files under new
 * names, so that the folder is emptied once it holds too many files.
 */
function compileCache(): string {
  const folder = join(import.meta.dirname, 'node_modules/.cache/compile');
  if (existsSync(folder) && readdirSync(folder, { recursive: true }).length > MOST_COMPILED_FILES)
    rmSync(folder, { recursive: true });
  return folder;
}

/** Limits the files in the compile cache to several times the files of one run. */
const MOST_COMPILED_FILES = 20_000;

/** Options of every test run. */
export const shared = {
  pool: 'threads',
  // Node itself loads the modules, as in production, because they need no transformation.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // More workers than cores, because tests spend much of their time waiting for sockets, disks and processes.
  maxWorkers: 6,
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
  // Polling waits long, so that a slow machine fails no test.
  expect: { poll: { timeout: PATIENCE_MS } },
  env: {
    NODE_COMPILE_CACHE: compileCache(),
    TMPDIR: memoryFolder() ?? tmpdir(),
  },
  setupFiles: ['test/setup/properties.ts', 'test/setup/errors.ts'],
} satisfies ViteUserConfig['test'];

/** The projects of `npm test`, which run within the process of the tests. */
export default defineConfig({
  test: {
    ...shared,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...ELSEWHERE, ...OVER_SOCKETS, ...ISOLATED],
          isolate: false,
          // Unit tests use the whole CPU, and each further worker spends a second on loading modules.
          maxWorkers: availableParallelism(),
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: OVER_SOCKETS,
          exclude: [...ELSEWHERE, ...ISOLATED],
          isolate: false,
          sequence: AFTER_UNIT,
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED, sequence: AFTER_UNIT } },
    ],
  },
});
