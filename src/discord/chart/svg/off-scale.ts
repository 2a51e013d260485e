import { price } from '../../../language/number.ts';
import { textWidth } from '../font.ts';
import { middleOf, type Plot } from '../plot/plot.ts';
import { element, px, SMALL, text } from './elements.ts';
import { ASK, MEDIAN, TARGET } from './theme.ts';

interface Spike {
  readonly x: number;
  readonly value: number;
  readonly colour: string;
}

const ARROW = 7;
const ABOVE = 8;

/**
 * Prices above the axis: an arrow at its upper edge for each, with the price where there is room, the target's and the
 * highest first, and last how high most trades reach where their median is still below.
 */
export function drawOffScale(plot: Plot): string {
  const { traded, asks, target, left, right, top, language } = plot;
  const medians = traded.map((point) => ({ x: middleOf(point, plot), value: point.summary.median, colour: MEDIAN }));
  const asked = asks.map((span) => ({ x: middleOf(span, plot), value: span.ask, colour: ASK }));
  const wanted = target === null ? [] : [{ x: right - ARROW, value: target.value, colour: TARGET }];
  const peaks = [medians, asked].flatMap((line) => peaksOf(line, plot.price.high)).sort((a, b) => b.value - a.value);
  const within = traded.filter(({ summary }) => summary.median <= plot.price.high);
  const reaching = within.map((point) => ({ x: middleOf(point, plot), value: point.summary.p90, colour: MEDIAN }));
  const spikes = [...peaksOf(wanted, plot.price.high), ...peaks, ...peaksOf(reaching, plot.price.high)];

  const taken: (readonly [from: number, to: number])[] = [];
  const named = spikes.map(({ x, value, colour }) => {
    const name = price(value, language);
    const half = textWidth(name, SMALL) / 2;
    const middle = Math.max(left + half, Math.min(right - half, x));
    if (taken.some(([from, to]) => middle + half + ABOVE > from && middle - half - ABOVE < to)) return '';
    taken.push([middle - half, middle + half]);
    return text(middle, top - ABOVE, name, { anchor: 'middle', fill: colour });
  });
  return spikes.map((spike) => drawArrow(spike, top)).join('') + named.join('');
}

/** Of neighbours above the axis the highest. */
function peaksOf(line: readonly Spike[], high: number): Spike[] {
  const peaks: Spike[] = [];
  let isAbove = false;
  for (const spike of line) {
    const peak = isAbove ? peaks.at(-1) : undefined;
    isAbove = spike.value > high;
    if (isAbove && peak === undefined) peaks.push(spike);
    else if (isAbove && peak && spike.value > peak.value) peaks[peaks.length - 1] = spike;
  }
  return peaks;
}

function drawArrow({ x, colour }: Spike, top: number): string {
  const d = `M${px(x)} ${px(top)}l${ARROW} ${ARROW + 3}h${-2 * ARROW}Z`;
  return element('path', { d, fill: colour });
}
