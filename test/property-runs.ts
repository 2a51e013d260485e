import process from 'node:process';

/**
 * Runs of a property in `npm test`. CI repeats them several times a day with new random input, and `test:long` runs
 * thousands.
 */
const DEFAULT_RUNS = 40;

/** Runs of a property from which it counts as long and tries the full sizes too. */
const LONG_RUNS = 1_000;

/** Smallest number of runs that does not miss rare input by chance. */
const COVERED_RUNS = 100;

/**
 * Counts the runs of a property. `CRIER_PROPERTY_RUNS` scales all of them.
 *
 * @param weight below 1 for expensive runs
 * @returns the number of runs
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
 * Checks that the random inputs of a property included rare cases. Skipped in `npm test`, where the few runs could miss
 * them by chance. The usual count is at least twice the bound, because it varies by half from run to run.
 */
export function expectCoverage(check: () => void): void {
  if (runs() >= COVERED_RUNS) check();
}

function runs(): number {
  const asked = Number(process.env.CRIER_PROPERTY_RUNS ?? DEFAULT_RUNS);
  if (!Number.isInteger(asked) || asked < 1) throw new Error('CRIER_PROPERTY_RUNS must be a whole number above 0');
  return asked;
}
