import { expect, test } from 'vitest';
import { fuzz } from '../bench/fuzz/run.ts';
import { TARGETS } from '../bench/fuzz/targets.ts';

const CASES = 10_000;
const SEED = 1;

test.each(TARGETS.map((target) => [target.name, target] as const))(
  '%s: of ten thousand texts that nobody should write none is read wrongly, and what is sound is taken',
  async (_name, target) => {
    const seed = Date.now() % 2 ** 31;
    const { findings, accepted } = await fuzz(target, CASES, seed);
    // How long each takes is for a quiet machine to say: `npm run fuzz`.
    expect(
      findings.filter(({ fault }) => !/^takes/.test(fault)),
      `seed ${seed}`,
    ).toEqual([]);
    expect(accepted).toBeGreaterThan(CASES / 10);
    expect(accepted).toBeLessThan(CASES);
  },
);
