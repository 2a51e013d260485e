import type { PriceChart } from '../price-chart.ts';
import { chartSvg } from '../svg/chart-svg.ts';
import { drawSvg } from './draw-svg.ts';

/** A phone has three pixels to a point, and shows the picture some 350 points wide. */
const PNG_WIDTH = 1_200;

/** The chart as PNG, 1200 px wide; rejects if it cannot be drawn. */
export async function renderChart(chart: PriceChart): Promise<Uint8Array> {
  return drawSvg(chartSvg(chart), PNG_WIDTH, chart.language.tag);
}
