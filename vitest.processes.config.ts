import { defineConfig } from 'vitest/config';
import { IN_PROCESSES, shared } from './vitest.config.ts';

/** Tests that start whole processes, kill them and look at their files: `npm run test:processes`. */
export default defineConfig({ test: { ...shared, name: 'processes', include: IN_PROCESSES, isolate: false } });
