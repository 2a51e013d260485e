import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These wait a minute for the service's next snapshot, and work little: begun first, they cost no time. */
const WAITING = ['journeys/page.test.ts', 'journeys/feed-kinds.test.ts'];

class LongestWaitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification) => Number(WAITING.some((name) => moduleId.endsWith(name)));
    return (await super.sort(files)).sort((a, b) => waits(b) - waits(a));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    pool: 'threads',
    maxWorkers: 3,
    sequence: { sequencer: LongestWaitFirst },
  },
});
