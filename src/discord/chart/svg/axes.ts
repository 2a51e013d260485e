import { textWidth } from '../font.ts';
import { labelTick } from '../plot/labels.ts';
import { BOTTOM, type Plot, TARGET_GAP, TICK_GAP } from '../plot/plot.ts';
import { timeTicks } from '../plot/time-ticks.ts';
import { line, SMALL, text } from './elements.ts';
import { AXIS, GRID, TARGET } from './theme.ts';

/** From a line's middle to the baseline of a name beside it. */
const TO_BASELINE = 5.8;
const DATE_BASELINE = BOTTOM + 22;
const MOST_DATES = 7;
/** The last date may stand out into the margin, px. */
const OVERHANG = 8;
/** Between two dates, px. */
const DATE_GAP = 18;

/** Lines behind everything, with their names: round prices, a round volume, dates. */
export function drawAxes(plot: Plot): string {
  const { left, right, priceTicks, volumeTicks } = plot;
  const across = (y: number, name: string) =>
    line([left, y], [right, y], GRID) + text(left - TICK_GAP, y + TO_BASELINE, name, { anchor: 'end' });
  const prices = priceTicks.map(({ value, name }) => across(plot.price(value), name));
  const volumes = volumeTicks.map(({ value, name }) => across(plot.volume(value), name));
  return [...prices, ...volumes, drawDates(plot), line([left, BOTTOM], [right, BOTTOM], AXIS)].join('');
}

function drawDates({ time, left, right, locale }: Plot): string {
  for (let most = MOST_DATES; most > 0; most -= 1) {
    const dates = timeTicks(time.low, time.high, most).map((at) => {
      const name = labelTick(at, locale);
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

/** The price that a watch waits for, named beside its line. */
export function drawTarget({ target, price, left, right }: Plot): string {
  if (target === null || target.value > price.high) return '';
  const y = price(target.value);
  const name = text(right + TARGET_GAP, y + TO_BASELINE, target.name, { fill: TARGET });
  return line([left, y], [right, y], TARGET, 2, '6 4') + name;
}
