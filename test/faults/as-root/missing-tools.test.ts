import process from 'node:process';
import { expect, test } from 'vitest';
import { NEEDED } from './tools.ts';

// In CI a missing tool fails the run instead of skipping it silently.
if (process.env.CI) test(NEEDED, () => expect.fail('CI must be able to run them'));
else test.skip(NEEDED);
