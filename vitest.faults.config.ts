import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { canRun } from './test/faults/as-root/tools.ts';
import { shared } from './vitest.config.ts';

const MISSING_TOOLS = 'test/faults/as-root/missing-tools.test.ts';

/** The faults that take root or a Debian package to make: `npm run test:faults`. */
export default mergeConfig(
  defineConfig({ test: shared }),
  defineConfig({
    test: {
      ...(canRun()
        ? { include: ['test/faults/as-root/**/*.test.ts'], exclude: [...configDefaults.exclude, MISSING_TOOLS] }
        : { include: [MISSING_TOOLS] }),
      testTimeout: 600_000,
      // Limits of real time hold only where one test alone has the machine.
      fileParallelism: false,
    },
  }),
);
