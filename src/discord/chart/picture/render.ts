import { WIDTH } from '../plot/plot.ts';
import type { PriceChart } from '../price-chart.ts';
import { chartSvg } from '../svg/chart-svg.ts';
import { drawSvg } from './draw-svg.ts';

/** For screens with two pixels to a point. */
const ZOOM = 2;

/** The chart as PNG, 1440 px wide; rejects if it cannot be drawn. */
export async function renderChart(chart: PriceChart): Promise<Uint8Array> {
  return drawSvg(chartSvg(chart), WIDTH * ZOOM);
}
