import { describeChart } from '../describe.ts';
import type { PriceChart } from '../price-chart.ts';
import { PICTURE_NAME } from './picture-name.ts';
import { renderChart } from './render.ts';

/** A chart as a message takes it: the picture, and in words for those who cannot see it. */
export interface Picture {
  readonly attachment: Buffer;
  readonly name: string;
  readonly description: string;
}

/** @throws Error where the chart cannot be drawn */
export async function drawPicture(chart: PriceChart): Promise<Picture> {
  const png = await renderChart(chart);
  return { attachment: Buffer.from(png), name: PICTURE_NAME, description: describeChart(chart) };
}
