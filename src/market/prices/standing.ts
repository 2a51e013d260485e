/** How a price stands to the worth. `percent`: whole per cent away from it; 0 where `direction` is `at`, within 1 per cent. */
export interface Standing {
  readonly percent: number;
  readonly direction: 'under' | 'over' | 'at';
}

/**
 * Per cent below the worth are rounded down: 24.6 % must not read as the 25 % that somebody asked for. Lists, alerts
 * and headlines all take them from here.
 * @returns null if the worth is 0, of which there are no per cent
 */
export function standing(unitPrice: number, worth: number): Standing | null {
  if (worth === 0) return null;
  const below = percentBelow(unitPrice, worth);
  if (Math.abs(below) < 1) return { percent: 0, direction: 'at' };
  return below > 0
    ? { percent: Math.floor(below), direction: 'under' }
    : { percent: Math.round(-below), direction: 'over' };
}

/** Without the dust of binary fractions: 67 is 33 % below 100, not 32.99999999999999. A worth of 0 has no per cent. */
export function percentBelow(unitPrice: number, worth: number): number {
  return worth > 0 ? Math.round((1 - unitPrice / worth) * 1e11) / 1e9 : Number.NEGATIVE_INFINITY;
}
