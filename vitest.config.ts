import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

/**
 * What starts a process or measures its own: the folders of journeys through the whole bot, and any file that says so in its
 * name. It has a module graph of its own. All other files share one, and are quick for it.
 */
const JOURNEYS = ['test/{journeys,process,monitor,memory}/**/*.test.ts', 'test/**/*.process.test.ts'];

const TIMEOUT_MS = 90_000;

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    // Node starts of tests find their modules compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compile') },
    setupFiles: ['test/setup/properties.ts', 'test/setup/errors.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...JOURNEYS],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'journeys', include: JOURNEYS } },
    ],
  },
});
