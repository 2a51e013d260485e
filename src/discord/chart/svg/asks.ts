import { middleOf, type Plot } from '../plot/plot.ts';
import type { AskSpan } from '../price-chart.ts';
import { diamond, element, px } from './elements.ts';
import { ASK } from './theme.ts';

export const ASK_WIDTH = 3;
export const ASK_DASHES = '10 4';
/** A line that ends in a shorter step than this ends in a mark: on a phone it is less than three pixels. */
const SEEN_WIDTH = 10;

/** Whether a step is too short to be seen as a line. */
export function isDot({ from, until }: AskSpan, { time }: Plot): boolean {
  return time(until) - time(from) < SEEN_WIDTH;
}

/** The best ask as steps: it holds until the next. */
export function drawAsks(plot: Plot): string {
  const { asks, time, price } = plot;
  let d = '';
  const dots: string[] = [];
  for (const [at, span] of asks.entries()) {
    const { from, until, ask } = span;
    const [x, y] = [px(time(from)), px(price(ask))];
    d += asks[at - 1]?.until === from ? `V${y}` : `M${x} ${y}`;
    d += `H${px(time(until))}`;
    const isEnd = asks[at + 1]?.from !== until;
    if (isEnd && isDot(span, plot) && ask <= price.high) dots.push(diamond(middleOf(span, plot), price(ask), ASK));
  }
  if (d === '') return '';
  const line = {
    fill: 'none',
    stroke: ASK,
    'stroke-width': ASK_WIDTH,
    'stroke-dasharray': ASK_DASHES,
    'stroke-linejoin': 'round',
  };
  return element('path', { d, ...line }) + dots.join('');
}
