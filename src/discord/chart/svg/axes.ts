import { textWidth } from '../font.ts';
import { labelTick } from '../plot/labels.ts';
import { BOTTOM, type Plot, TICK_GAP } from '../plot/plot.ts';
import { timeTicks } from '../plot/time-ticks.ts';
import { line, SMALL, text } from './elements.ts';
import { AXIS, CARD, GRID, TARGET, VOLUME_TEXT } from './theme.ts';

/** From a line's middle to the baseline of a name beside it. */
const TO_BASELINE = 8.5;
/** Between a target's line and its price, px; below the line where above there is no room. */
const TARGET_GAP = 6;
const TARGET_ROOM = 32;
const DATE_BASELINE = BOTTOM + 30;
const MOST_DATES = 7;
/** The last date may stand out into the margin, px. */
const OVERHANG = 8;
/** Between two dates, px. */
const DATE_GAP = 18;

/** Beads, where a best ask has dashes. */
export const TARGET_DASHES = '3 5';

/** Lines behind everything, with their names: round prices, a round volume, dates. */
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

/** The price that a watch waits for, named at its line. */
export function drawTarget({ target, price, left, right }: Plot): string {
  if (target === null || target.value > price.high) return '';
  const y = price(target.value);
  const baseline = y - price(price.high) < TARGET_ROOM ? y + TARGET_GAP + SMALL * 0.75 : y - TARGET_GAP;
  const name = text(left + TARGET_GAP, baseline, target.name, { fill: TARGET, rim: CARD });
  return line([left, y], [right, y], TARGET, 3, TARGET_DASHES) + name;
}
