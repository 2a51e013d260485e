import { existsSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { PATIENCE_MS } from './sandbox/discord/events.ts';
import { memoryFolder } from './test/setup/memory-folder.ts';

/**
 * Every test file of a project shares one module graph with the others of its worker, and is quick for it. `unit` is what is
 * decided within the process. Whole journeys, the sandbox and its faults go over real sockets. `*.isolated.test.ts` weighs the
 * memory of its own thread, so that it has a worker and a module graph to itself.
 */
const OVER_SOCKETS = ['test/{journeys,sandbox,faults}/**/*.test.ts'];
const ISOLATED = ['test/**/*.isolated.test.ts'];
/** On a real PostgreSQL: `npm run test:postgres`. */
export const ON_POSTGRES = ['test/**/*.postgres.test.ts'];
/** What starts whole processes, most of them Crier's own: `npm run test:processes`. */
export const IN_PROCESSES = ['test/**/*.process.test.ts'];
/** What takes root: `npm run test:faults`. */
const AS_ROOT = 'test/faults/as-root/**';
const ELSEWHERE = [...configDefaults.exclude, ...IN_PROCESSES, ...ON_POSTGRES, AS_ROOT];

/** Projects with numbers of workers of their own run one after another. */
const AFTER_UNIT = { groupOrder: 1 };

/** Ends a test that hangs; ten times the longest on a busy machine, so that none ends because the machine is slow. */
const TIMEOUT_MS = 300_000;

/**
 * Where Node keeps what it has compiled, for tests and the processes that they start. Every run leaves its test files there under
 * names of its own, so that the folder begins anew from time to time.
 */
function compileCache(): string {
  const folder = join(import.meta.dirname, 'node_modules/.cache/compile');
  if (existsSync(folder) && readdirSync(folder, { recursive: true }).length > MOST_COMPILED)
    rmSync(folder, { recursive: true });
  return folder;
}

/** Several times what a run needs. */
const MOST_COMPILED = 20_000;

/** What every run of tests shares. */
export const shared = {
  pool: 'threads',
  // Node itself loads the modules, as it does in production: there is nothing to transform.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // More than there are cores: much of the time goes by in waiting for sockets, disks and processes.
  maxWorkers: 6,
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
  // A condition that is polled becomes true in the end: a slow machine is no failure.
  expect: { poll: { timeout: PATIENCE_MS } },
  env: {
    NODE_COMPILE_CACHE: compileCache(),
    TMPDIR: memoryFolder() ?? tmpdir(),
  },
  setupFiles: ['test/setup/properties.ts', 'test/setup/errors.ts'],
} satisfies ViteUserConfig['test'];

/** What runs in the process of the tests. */
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
          // It waits for nothing, and every worker has its own second of loading modules.
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
