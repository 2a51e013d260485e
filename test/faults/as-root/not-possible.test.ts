import { test } from 'vitest';
import { NEEDED } from './tools.ts';

test.skip(NEEDED);
