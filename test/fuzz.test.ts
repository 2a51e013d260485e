import { expect, test } from 'vitest';
import { fuzz } from '../bench/fuzz/run.ts';
import { TARGETS } from '../bench/fuzz/targets.ts';
import { testSize } from './property-runs.ts';

const CASES = testSize({ short: 1_000, long: 10_000 });
/** `npm run fuzz` tries other seeds, and measures the time of each text on an idle machine. */
const SEED = 1;

test.each(TARGETS.map((target) => [target.name, target] as const))(
  'the fuzz target %s reads no malformed text wrongly, and accepts every valid one',
  // A long run takes half a minute, which is no failure.
  { timeout: 600_000 },
  async (_name, target) => {
    const { findings, accepted } = await fuzz(target, CASES, SEED, Number.POSITIVE_INFINITY);
    expect(findings).toEqual([]);
    expect(accepted).toBeGreaterThan(CASES / 10);
    expect(accepted).toBeLessThan(CASES);
  },
);
