import process from 'node:process';

/** How often a property is tried on random input by default: enough to find what is often wrong, and quick. */
const DEFAULT_RUNS = 100;

/**
 * How often a property is tried. `CRIER_PROPERTY_RUNS` scales them all.
 * @param weight under 1 where a single run is dear
 */
export function propertyRuns(weight = 1): number {
  return Math.ceil(runs() * weight);
}

/**
 * What the random inputs of a property met, all in all: held only by as many runs as by default; fewer may miss what is rare.
 * The usual count is twice the bound or more, since it differs by half from run to run.
 */
export function expectCoverage(check: () => void): void {
  if (runs() >= DEFAULT_RUNS) check();
}

function runs(): number {
  const asked = Number(process.env.CRIER_PROPERTY_RUNS ?? DEFAULT_RUNS);
  if (!Number.isInteger(asked) || asked < 1) throw new Error('CRIER_PROPERTY_RUNS must be a whole number above 0');
  return asked;
}
