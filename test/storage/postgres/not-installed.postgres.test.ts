import { test } from 'vitest';
import { NEEDED } from './cluster.ts';

test.skip(NEEDED);
