import { configDefaults, defineConfig } from 'vitest/config';
import { findBinaries } from './test/storage/postgres/cluster.ts';
import { ON_POSTGRES, shared } from './vitest.config.ts';

const NOT_INSTALLED = 'test/storage/postgres/not-installed.postgres.test.ts';

/**
 * Tests against a PostgreSQL server, including fleets of several processes: `npm run test:postgres`. The server spends
 * most of the time on starting a process per connection. If PostgreSQL is not installed, one skipped test reports it.
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
