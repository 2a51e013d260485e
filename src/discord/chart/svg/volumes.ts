import { BOTTOM, LEAST_WIDTH, type Plot } from '../plot/plot.ts';
import { element, px } from './elements.ts';
import { VOLUME } from './theme.ts';

/** Items bought, a bar for each step. */
export function drawVolumes(plot: Plot): string {
  const bars = plot.traded.map((point) => {
    const [from, until] = [plot.time(point.from), plot.time(point.until)];
    const width = Math.max(LEAST_WIDTH, (until - from) * 0.75);
    const height = Math.max(LEAST_WIDTH, BOTTOM - plot.volume(point.summary.volume));
    return `M${px((from + until - width) / 2)} ${px(BOTTOM)}v${px(-height)}h${px(width)}V${px(BOTTOM)}Z`;
  });
  return bars.length === 0 ? '' : element('path', { d: bars.join(''), fill: VOLUME });
}
