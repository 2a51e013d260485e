import process from 'node:process';

/** How often a property is tried on random input by default: enough to find what is often wrong, and quick. */
const DEFAULT_RUNS = 100;

/**
 * How often a property is tried. `CRIER_PROPERTY_RUNS` scales them all.
 * @param weight under 1 where a single run is dear
 */
export function propertyRuns(weight = 1): number {
  const runs = Number(process.env.CRIER_PROPERTY_RUNS ?? DEFAULT_RUNS);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('CRIER_PROPERTY_RUNS must be a whole number above 0');
  return Math.ceil(runs * weight);
}
