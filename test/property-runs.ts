import process from 'node:process';

/** Runs of a property in `npm test`: CI runs each several times a day on new random input, `test:long` runs thousands. */
const DEFAULT_RUNS = 40;

/** From so many runs on a run is long: it tries the full sizes too. */
const LONG_RUNS = 1_000;

/** Fewer runs than this may miss rare input by chance. */
const COVERED_RUNS = 100;

/**
 * Counts the runs of a property. `CRIER_PROPERTY_RUNS` scales all of them.
 * @param weight below 1 where a single run is expensive
 * @returns how often the property is tried
 */
export function propertyRuns(weight = 1): number {
  return Math.ceil(runs() * weight);
}

/**
 * Chooses the size of an expensive test.
 * @returns `short` in `npm test`, `long` in `npm run test:long`
 */
export function testSize({ short, long }: { readonly short: number; readonly long: number }): number {
  return runs() >= LONG_RUNS ? long : short;
}

/**
 * Checks that the random inputs of a property met rare cases. Skipped in `npm test`, where the few runs could miss
 * them by chance. The usual count is twice the bound or more, since it differs by half from run to run.
 */
export function expectCoverage(check: () => void): void {
  if (runs() >= COVERED_RUNS) check();
}

function runs(): number {
  const asked = Number(process.env.CRIER_PROPERTY_RUNS ?? DEFAULT_RUNS);
  if (!Number.isInteger(asked) || asked < 1) throw new Error('CRIER_PROPERTY_RUNS must be a whole number above 0');
  return asked;
}
