import { expect, test } from 'vitest';
import { fuzz } from '../bench/fuzz/run.ts';
import { TARGETS } from '../bench/fuzz/targets.ts';

const CASES = 10_000;
/** Others, and how long each takes, are for a quiet machine: `npm run fuzz`. */
const SEED = 1;

test.each(TARGETS.map((target) => [target.name, target] as const))(
  '%s: of ten thousand texts that nobody should write none is read wrongly, and what is sound is taken',
  // Half a minute on two quiet cores; a slow machine is no failure.
  { timeout: 600_000 },
  async (_name, target) => {
    const { findings, accepted } = await fuzz(target, CASES, SEED);
    expect(findings.filter(({ fault }) => !/^takes/.test(fault))).toEqual([]);
    expect(accepted).toBeGreaterThan(CASES / 10);
    expect(accepted).toBeLessThan(CASES);
  },
);
