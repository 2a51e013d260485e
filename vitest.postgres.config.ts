import { configDefaults, defineConfig } from 'vitest/config';
import { findBinaries } from './test/storage/postgres/cluster.ts';
import { ON_POSTGRES, shared } from './vitest.config.ts';

const NOT_INSTALLED = 'test/storage/postgres/not-installed.postgres.test.ts';

/**
 * Everything that needs a PostgreSQL server, the fleets of several processes on one among it: `npm run test:postgres`. The server
 * spends most of the time on processes for connections. Where none is installed, one skipped test says so.
 */
export default defineConfig({
  test: {
    ...shared,
    name: 'postgres',
    ...(findBinaries() === null
      ? { include: [NOT_INSTALLED] }
      : { include: ON_POSTGRES, exclude: [...configDefaults.exclude, NOT_INSTALLED] }),
    globalSetup: 'test/storage/postgres/global-setup.ts',
    isolate: false,
  },
});
