import { beforeEach } from 'vitest';
import { takeUnexpectedErrors } from '../log/recording-log.ts';

// Registered first, this hook runs last, after everything that the test opened has ended.
beforeEach(({ onTestFinished }) => {
  onTestFinished(() => {
    const errors = takeUnexpectedErrors().map(({ sentence, facts }) => `${sentence} ${describe(facts)}`);
    if (errors.length > 0) throw new Error(`errors in the log that the test did not expect:\n${errors.join('\n')}`);
  });
});

function describe(facts: object): string {
  return JSON.stringify(facts, (_, value) => (value instanceof Error ? value.stack : value));
}
