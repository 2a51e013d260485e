import { createHash } from 'node:crypto';
import type { PriceChart } from '../price-chart.ts';

const MOMENTS = new Set(['from', 'until', 'at', 'to', 'now']);
/** Nothing shorter can be seen: it is a pixel of a day, the shortest time that is drawn. */
const SEEN_MS = 60_000;

/**
 * The same for charts that give the same picture: all that is drawn or said of them, moments by the minute. Who asks a little
 * later sees the same, until something has happened.
 */
export function pictureKey(chart: PriceChart): string {
  const shown = JSON.stringify(chart, (name, value: unknown) =>
    typeof value === 'number' && MOMENTS.has(name) ? Math.floor(value / SEEN_MS) : value,
  );
  return createHash('sha256').update(shown).digest('base64');
}
