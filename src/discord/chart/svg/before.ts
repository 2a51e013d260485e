import { BOTTOM, type Plot } from '../plot/plot.ts';
import { element } from './elements.ts';
import { OUTAGE } from './theme.ts';

const DOTS = 'before';

/** Dots, where an outage has stripes. */
export const BEFORE_DOTS = element(
  'pattern',
  { id: DOTS, width: 10, height: 10, patternUnits: 'userSpaceOnUse' },
  element('rect', { width: 10, height: 10, fill: OUTAGE, 'fill-opacity': '0.14' }) +
    element('circle', { cx: 5, cy: 5, r: 1.6, fill: OUTAGE, 'fill-opacity': '0.7' }),
);

/** An area of which nothing is known. */
export function shade(x: number, y: number, width: number, height: number): string {
  return element('rect', { x, y, width, height, fill: `url(#${DOTS})` });
}

/** Whether some of the chart's time was before Crier looked. */
export function hasBefore({ knownSince, time }: Plot): boolean {
  return knownSince !== null && knownSince > time.low;
}

/** The time before Crier looked, over both panels. */
export function drawBefore(plot: Plot): string {
  const { knownSince, time, left, top } = plot;
  return knownSince === null || !hasBefore(plot) ? '' : shade(left, top, time(knownSince) - left, BOTTOM - top);
}
