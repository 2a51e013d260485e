import { WIDTH } from '../plot/plot.ts';
import type { PriceChart } from '../price-chart.ts';
import { chartSvg } from '../svg/chart-svg.ts';
import { DrawingThread } from './drawing-thread.ts';

/** For screens with two pixels to a point. */
const ZOOM = 2;

let thread: DrawingThread | null = null;

/**
 * The chart as PNG, 1440 px wide; rejects if it cannot be drawn. In a thread of its own: resvg's `renderAsync` leaves the
 * PNG's encoding, 15 ms and more, to the event loop.
 */
export async function renderChart(chart: PriceChart): Promise<Uint8Array> {
  const svg = chartSvg(chart);
  if (thread === null || !thread.isOpen) thread = new DrawingThread();
  return thread.draw(svg, WIDTH * ZOOM);
}
