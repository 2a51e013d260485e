/** How a price stands to the worth. `percent`: whole per cent away from it; 0 where `direction` is `at`, within 1 per cent. */
export interface Standing {
  readonly percent: number;
  readonly direction: 'under' | 'over' | 'at';
}

/** null: of a worth of 0 there are no per cent. */
export function standing(unitPrice: number, worth: number): Standing | null {
  if (worth === 0) return null;
  const percent = ((unitPrice - worth) / worth) * 100;
  if (Math.abs(percent) < 1) return { percent: 0, direction: 'at' };
  return { percent: Math.round(Math.abs(percent)), direction: percent < 0 ? 'under' : 'over' };
}
