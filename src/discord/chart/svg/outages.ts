import { BOTTOM, LEAST_WIDTH, type Plot } from '../plot/plot.ts';
import { element } from './elements.ts';
import { OUTAGE } from './theme.ts';

/** What is narrower than this is plain, px. */
const HATCHED_WIDTH = 4;
/** The name of the hatching that `OUTAGE_HATCH` defines. */
const HATCH = 'outage';

export const OUTAGE_HATCH = element(
  'pattern',
  { id: HATCH, width: 9, height: 9, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
  element('rect', { width: 9, height: 9, fill: OUTAGE, 'fill-opacity': '0.16' }) +
    element('rect', { width: 2.5, height: 9, fill: OUTAGE, 'fill-opacity': '0.55' }),
);

/** A hatched area. */
export function hatch(x: number, y: number, width: number, height: number): string {
  return element('rect', { x, y, width, height, fill: `url(#${HATCH})` });
}

/** Times without the stream, over both panels. */
export function drawOutages({ outages, time, top, left, right }: Plot): string {
  return outages
    .map(({ from, until }) => {
      const width = Math.max(LEAST_WIDTH, time(until) - time(from));
      const x = Math.max(left, Math.min(right - width, time(from)));
      if (width > HATCHED_WIDTH) return hatch(x, top, width, BOTTOM - top);
      return element('rect', { x, y: top, width, height: BOTTOM - top, fill: OUTAGE, 'fill-opacity': '0.45' });
    })
    .join('');
}
