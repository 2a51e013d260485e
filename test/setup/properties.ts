import process from 'node:process';
import fc from 'fast-check';
import { propertyRuns } from '../property-runs.ts';

/** A failed property prints its seed. `CRIER_PROPERTY_SEED` runs every property with that seed. */
const seed = process.env.CRIER_PROPERTY_SEED;

fc.configureGlobal({ numRuns: propertyRuns(), ...(seed !== undefined && { seed: Number(seed) }) });
