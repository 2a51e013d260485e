import { configDefaults, defineConfig } from 'vitest/config';
import { IN_PROCESSES, IN_PROCESSES_ON_POSTGRES, onPostgres, shared } from './vitest.config.ts';

/** What starts whole processes, kills them and looks at what they leave: `npm run test:processes`. */
export default defineConfig({
  test: {
    ...shared,
    projects: [
      { extends: true, test: { name: 'processes', include: IN_PROCESSES, isolate: false } },
      { extends: true, test: onPostgres(IN_PROCESSES_ON_POSTGRES, configDefaults.exclude) },
    ],
  },
});
