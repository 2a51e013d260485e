import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { canRun } from './test/faults/as-root/tools.ts';
import { shared } from './vitest.config.ts';

const NOT_POSSIBLE = 'test/faults/as-root/not-possible.test.ts';

/** The faults that take root or a Debian package to make: `npm run test:faults`. */
export default mergeConfig(
  defineConfig({ test: shared }),
  defineConfig({
    test: {
      ...(canRun()
        ? { include: ['test/faults/as-root/**/*.test.ts'], exclude: [...configDefaults.exclude, NOT_POSSIBLE] }
        : { include: [NOT_POSSIBLE] }),
      testTimeout: 600_000,
      // Limits of real time hold only where one test alone has the machine.
      fileParallelism: false,
    },
  }),
);
