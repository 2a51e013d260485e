import process from 'node:process';
import { expect, test } from 'vitest';
import { NEEDED } from './tools.ts';

// In CI nothing is left out in silence.
if (process.env.CI) test(NEEDED, () => expect.fail('CI must be able to run them'));
else test.skip(NEEDED);
