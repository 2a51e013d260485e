import { DAY_MS } from '../../time/durations.ts';
import { textWidth } from './font.ts';
import { CHART_WIDTH_PX, type Frame, LEAST_MARK_PX, PLOT_BOTTOM_PX, type Plot, TICK_GAP_PX } from './plot.ts';
import {
  AXIS_COLOUR,
  CARD_COLOUR,
  CARD_EDGE_COLOUR,
  drawLine,
  drawText,
  element,
  GRID_COLOUR,
  OUTAGE_COLOUR,
  px,
  SMALL_TEXT_PX,
  TARGET_COLOUR,
  VOLUME_COLOUR,
  VOLUME_TEXT_COLOUR,
} from './svg.ts';
import { labelTick, timeTicks } from './ticks.ts';

/** Distance from a line's middle to the baseline of its name (px). */
const TO_BASELINE_PX = 8.5;
/** Gap between a target's line and its price (px). */
const TARGET_GAP_PX = 6;
/** Space that the price needs above the line, else it is written below (px). */
const TARGET_ROOM_PX = 32;
const DATE_BASELINE_PX = PLOT_BOTTOM_PX + 30;
const MOST_DATES = 7;
/** Limits how far the last date extends into the margin (px). */
const OVERHANG_PX = 8;
/** The least gap between two dates (px). */
const DATE_GAP_PX = 18;

/** Short dashes for a watch's price, in contrast to the long ones of asks. */
export const TARGET_DASHES = '3 5';

/** Draws the lines behind all marks with their labels: round prices, a round volume, dates. */
export function drawAxes(plot: Plot): string {
  const { left, right, volumeTicks } = plot;
  const volumes = volumeTicks.map(({ value, name }) => {
    const y = plot.volume(value);
    const label = drawText(right + TICK_GAP_PX, y + TO_BASELINE_PX, name, { fill: VOLUME_TEXT_COLOUR });
    return drawLine([left, y], [right, y], GRID_COLOUR) + label;
  });
  return drawGrid(plot) + volumes.join('');
}

/** Draws round prices and dates, behind all marks. */
export function drawGrid(frame: Frame): string {
  const { left, right, priceTicks } = frame;
  const prices = priceTicks.map(({ value, name }) => {
    const y = frame.price(value);
    const label = drawText(left - TICK_GAP_PX, y + TO_BASELINE_PX, name, { anchor: 'end' });
    return drawLine([left, y], [right, y], GRID_COLOUR) + label;
  });
  return [...prices, drawDates(frame), drawLine([left, PLOT_BOTTOM_PX], [right, PLOT_BOTTOM_PX], AXIS_COLOUR)].join('');
}

function drawDates({ time, left, right, namesDays, language }: Frame): string {
  for (let most = MOST_DATES; most > 0; most -= 1) {
    const ticks = timeTicks(time.low, time.high, most);
    const areDays = namesDays === true && ticks.every((at) => at % DAY_MS === 0);
    const dates = ticks.map((at) => {
      const name = labelTick(at, language);
      const half = textWidth(name, SMALL_TEXT_PX) / 2;
      const tick = time(areDays ? (at + Math.min(at + DAY_MS, time.high)) / 2 : at);
      return { tick, x: Math.max(left + half, Math.min(right + OVERHANG_PX - half, tick)), name, half };
    });
    const clash = dates.some(({ x, half }, at) => {
      const next = dates[at + 1];
      return next !== undefined && x + half + DATE_GAP_PX > next.x - next.half;
    });
    if (clash) continue;
    const drawn = dates.map(
      ({ tick, x, name }) =>
        drawLine([tick, PLOT_BOTTOM_PX], [tick, PLOT_BOTTOM_PX + 4], AXIS_COLOUR) +
        drawText(x, DATE_BASELINE_PX, name, { anchor: 'middle' }),
    );
    return drawn.join('');
  }
  return '';
}

/** Draws the price that a watch waits for, with its label. */
export function drawTarget({ target, price, left, right }: Plot): string {
  if (target === null || target.value > price.high) return '';
  const y = price(target.value);
  const baseline =
    y - price(price.high) < TARGET_ROOM_PX ? y + TARGET_GAP_PX + SMALL_TEXT_PX * 0.75 : y - TARGET_GAP_PX;
  const name = drawText(left + TARGET_GAP_PX, baseline, target.name, { fill: TARGET_COLOUR, rim: CARD_COLOUR });
  return drawLine([left, y], [right, y], TARGET_COLOUR, 3, TARGET_DASHES) + name;
}

/** Draws the number of bought items, one bar for each step. */
export function drawVolumes(plot: Plot): string {
  const bars = plot.traded.map((point) => {
    const [from, until] = [plot.time(point.from), plot.time(point.until)];
    const width = Math.max(LEAST_MARK_PX, (until - from) * 0.75);
    const height = Math.max(LEAST_MARK_PX, PLOT_BOTTOM_PX - plot.volume(point.summary.volume));
    return `M${px((from + until - width) / 2)} ${px(PLOT_BOTTOM_PX)}v${px(-height)}h${px(width)}V${px(PLOT_BOTTOM_PX)}Z`;
  });
  return bars.length === 0 ? '' : element('path', { d: bars.join(''), fill: VOLUME_COLOUR });
}

/** Maximum width of an outage that is drawn without hatching (px). */
const PLAIN_OUTAGE_PX = 4;
/** Id of the pattern in `OUTAGE_HATCH`. */
const HATCH_ID = 'outage';

const OUTAGE_HATCH = element(
  'pattern',
  { id: HATCH_ID, width: 9, height: 9, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
  element('rect', { width: 9, height: 9, fill: OUTAGE_COLOUR, 'fill-opacity': '0.16' }) +
    element('rect', { width: 2.5, height: 9, fill: OUTAGE_COLOUR, 'fill-opacity': '0.55' }),
);

/** Draws a hatched area. */
export function drawHatch(x: number, y: number, width: number, height: number): string {
  return element('rect', { x, y, width, height, fill: `url(#${HATCH_ID})` });
}

/** Draws times without the stream over all panels. */
export function drawOutages({ outages, time, top, left, right }: Frame): string {
  return outages
    .map(({ from, until }) => {
      const width = Math.max(LEAST_MARK_PX, time(until) - time(from));
      const x = Math.max(left, Math.min(right - width, time(from)));
      if (width > PLAIN_OUTAGE_PX) return drawHatch(x, top, width, PLOT_BOTTOM_PX - top);
      return element('rect', {
        x,
        y: top,
        width,
        height: PLOT_BOTTOM_PX - top,
        fill: OUTAGE_COLOUR,
        'fill-opacity': '0.45',
      });
    })
    .join('');
}

const DOTS_ID = 'before';

/** Dots for the time before Crier started, in contrast to the stripes of outages. */
const BEFORE_DOTS = element(
  'pattern',
  { id: DOTS_ID, width: 10, height: 10, patternUnits: 'userSpaceOnUse' },
  element('rect', { width: 10, height: 10, fill: OUTAGE_COLOUR, 'fill-opacity': '0.14' }) +
    element('circle', { cx: 5, cy: 5, r: 1.6, fill: OUTAGE_COLOUR, 'fill-opacity': '0.7' }),
);

/** Draws an area without data. */
export function drawShade(x: number, y: number, width: number, height: number): string {
  return element('rect', { x, y, width, height, fill: `url(#${DOTS_ID})` });
}

/** Returns whether the chart begins before Crier collected data. */
export function hasBefore({ knownSince, time }: Frame): boolean {
  return knownSince !== null && knownSince > time.low;
}

/** Draws the time before Crier collected data over both panels. */
export function drawBefore(frame: Frame): string {
  const { knownSince, time, left, top } = frame;
  return knownSince === null || !hasBefore(frame)
    ? ''
    : drawShade(left, top, time(knownSince) - left, PLOT_BOTTOM_PX - top);
}

/** Draws a whole picture of `CHART_WIDTH_PX`, with its card behind the parts. */
export function drawCard(height: number, parts: readonly string[]): string {
  const edge = {
    x: 0.5,
    y: 0.5,
    width: CHART_WIDTH_PX - 1,
    height: height - 1,
    rx: 12,
    fill: CARD_COLOUR,
    stroke: CARD_EDGE_COLOUR,
  };
  const content = [element('defs', {}, OUTAGE_HATCH + BEFORE_DOTS), element('rect', edge), ...parts];
  const size = { width: CHART_WIDTH_PX, height, viewBox: `0 0 ${CHART_WIDTH_PX} ${height}` };
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size }, content.join(''));
}
