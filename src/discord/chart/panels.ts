import { textWidth } from './font.ts';
import { BOTTOM, LEAST_WIDTH, type Plot, TICK_GAP } from './plot.ts';
import { AXIS, CARD, element, GRID, line, OUTAGE, px, SMALL, TARGET, text, VOLUME, VOLUME_TEXT } from './svg.ts';
import { labelTick, timeTicks } from './ticks.ts';

/** Distance from a line's middle to the baseline of its name (px). */
const TO_BASELINE = 8.5;
/** Gap between a target's line and its price (px). */
const TARGET_GAP = 6;
/** Space that the price needs above the line, else it is written below (px). */
const TARGET_ROOM = 32;
const DATE_BASELINE = BOTTOM + 30;
const MOST_DATES = 7;
/** Limits how far the last date extends into the margin (px). */
const OVERHANG = 8;
/** The least gap between two dates (px). */
const DATE_GAP = 18;

/** Short dashes for a watch's price, in contrast to the long ones of asks. */
export const TARGET_DASHES = '3 5';

/** Draws the lines behind all marks with their labels: round prices, a round volume, dates. */
export function drawAxes(plot: Plot): string {
  const { left, right, priceTicks, volumeTicks } = plot;
  const across = (y: number) => line([left, y], [right, y], GRID);
  const prices = priceTicks.map(({ value, name }) => {
    const y = plot.price(value);
    return across(y) + text(left - TICK_GAP, y + TO_BASELINE, name, { anchor: 'end' });
  });
  const volumes = volumeTicks.map(({ value, name }) => {
    const y = plot.volume(value);
    return across(y) + text(right + TICK_GAP, y + TO_BASELINE, name, { fill: VOLUME_TEXT });
  });
  return [...prices, ...volumes, drawDates(plot), line([left, BOTTOM], [right, BOTTOM], AXIS)].join('');
}

function drawDates({ time, left, right, language }: Plot): string {
  for (let most = MOST_DATES; most > 0; most -= 1) {
    const dates = timeTicks(time.low, time.high, most).map((at) => {
      const name = labelTick(at, language);
      const half = textWidth(name, SMALL) / 2;
      return { tick: time(at), x: Math.max(left + half, Math.min(right + OVERHANG - half, time(at))), name, half };
    });
    const clash = dates.some(({ x, half }, at) => {
      const next = dates[at + 1];
      return next !== undefined && x + half + DATE_GAP > next.x - next.half;
    });
    if (clash) continue;
    const drawn = dates.map(
      ({ tick, x, name }) =>
        line([tick, BOTTOM], [tick, BOTTOM + 4], AXIS) + text(x, DATE_BASELINE, name, { anchor: 'middle' }),
    );
    return drawn.join('');
  }
  return '';
}

/** Draws the price that a watch waits for, with its label. */
export function drawTarget({ target, price, left, right }: Plot): string {
  if (target === null || target.value > price.high) return '';
  const y = price(target.value);
  const baseline = y - price(price.high) < TARGET_ROOM ? y + TARGET_GAP + SMALL * 0.75 : y - TARGET_GAP;
  const name = text(left + TARGET_GAP, baseline, target.name, { fill: TARGET, rim: CARD });
  return line([left, y], [right, y], TARGET, 3, TARGET_DASHES) + name;
}

/** Draws the number of bought items, one bar for each step. */
export function drawVolumes(plot: Plot): string {
  const bars = plot.traded.map((point) => {
    const [from, until] = [plot.time(point.from), plot.time(point.until)];
    const width = Math.max(LEAST_WIDTH, (until - from) * 0.75);
    const height = Math.max(LEAST_WIDTH, BOTTOM - plot.volume(point.summary.volume));
    return `M${px((from + until - width) / 2)} ${px(BOTTOM)}v${px(-height)}h${px(width)}V${px(BOTTOM)}Z`;
  });
  return bars.length === 0 ? '' : element('path', { d: bars.join(''), fill: VOLUME });
}

/** Outages up to this width are drawn without hatching (px). */
const HATCHED_WIDTH = 4;
/** Id of the pattern in `OUTAGE_HATCH`. */
const HATCH = 'outage';

export const OUTAGE_HATCH = element(
  'pattern',
  { id: HATCH, width: 9, height: 9, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
  element('rect', { width: 9, height: 9, fill: OUTAGE, 'fill-opacity': '0.16' }) +
    element('rect', { width: 2.5, height: 9, fill: OUTAGE, 'fill-opacity': '0.55' }),
);

/** Draws a hatched area. */
export function hatch(x: number, y: number, width: number, height: number): string {
  return element('rect', { x, y, width, height, fill: `url(#${HATCH})` });
}

/** Draws times without the stream over both panels. */
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

const DOTS = 'before';

/** Dots for the time before Crier started, in contrast to the stripes of outages. */
export const BEFORE_DOTS = element(
  'pattern',
  { id: DOTS, width: 10, height: 10, patternUnits: 'userSpaceOnUse' },
  element('rect', { width: 10, height: 10, fill: OUTAGE, 'fill-opacity': '0.14' }) +
    element('circle', { cx: 5, cy: 5, r: 1.6, fill: OUTAGE, 'fill-opacity': '0.7' }),
);

/** Draws an area without data. */
export function shade(x: number, y: number, width: number, height: number): string {
  return element('rect', { x, y, width, height, fill: `url(#${DOTS})` });
}

/** Returns whether the chart begins before Crier collected data. */
export function hasBefore({ knownSince, time }: Plot): boolean {
  return knownSince !== null && knownSince > time.low;
}

/** Draws the time before Crier collected data over both panels. */
export function drawBefore(plot: Plot): string {
  const { knownSince, time, left, top } = plot;
  return knownSince === null || !hasBefore(plot) ? '' : shade(left, top, time(knownSince) - left, BOTTOM - top);
}
