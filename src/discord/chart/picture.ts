import { createHash } from 'node:crypto';
import type { Clock } from '../../time/clock.ts';
import { PromiseCache } from '../../time/promise-cache.ts';
import { SerialQueue } from '../../time/serial-queue.ts';
import { chartSvg } from './chart-svg.ts';
import { describeChart } from './describe.ts';
import { drawSvg } from './draw-svg.ts';
import { PICTURE_NAME, type PriceChart } from './price-chart.ts';

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

/** A phone has three pixels to a point, and shows the picture some 350 points wide. */
const PNG_WIDTH = 1_200;

/** The chart as PNG, 1200 px wide; rejects if it cannot be drawn. */
export async function renderChart(chart: PriceChart): Promise<Uint8Array> {
  return drawSvg(chartSvg(chart), PNG_WIDTH, chart.language.tag);
}

type Draw = (chart: PriceChart) => Promise<Picture>;

/** Too many pictures wait, or one takes too long: the answer goes without. */
export class PicturesBusy extends Error {
  override readonly name = 'PicturesBusy';
}

interface PictureQueueParts {
  /** Rejects where the chart cannot be drawn. */
  readonly draw: Draw;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** Most pictures that wait to be drawn. */
export const MOST_WAITING = 100;
/** Longest wait of an answer for its picture: users ask for the numbers. */
export const LONGEST_WAIT_MS = 5_000;
/** Some 30 KB each. */
const MOST_KEPT = 100;

/**
 * Draws one picture after the other. A request for a picture that is drawn, waits or is being drawn shares it. Rejects
 * with PicturesBusy where too many wait or it takes too long, and with what the drawing throws.
 */
export function createPictureQueue({ draw, clock }: PictureQueueParts): Draw {
  const drawings = new PromiseCache<Picture>({ most: MOST_KEPT });
  let waiting = 0;
  const queue = new SerialQueue();

  /** Draws it in its turn, unless its wait is over. */
  function drawInTurn(chart: PriceChart, late: AbortSignal): Promise<Picture> {
    waiting += 1;
    return queue.run(() => {
      waiting -= 1;
      late.throwIfAborted();
      return draw(chart);
    });
  }

  async function drawInTime(chart: PriceChart): Promise<Picture> {
    if (waiting >= MOST_WAITING) throw new PicturesBusy('Too many pictures wait to be drawn');
    const [late, drawn] = [new AbortController(), new AbortController()];
    const busy = new PicturesBusy('A picture was not drawn in time');
    const tooLate = clock.sleep(LONGEST_WAIT_MS, drawn.signal).then(() => {
      late.abort(busy);
      throw busy;
    });
    try {
      return await Promise.race([drawInTurn(chart, late.signal), tooLate]);
    } finally {
      drawn.abort();
    }
  }

  return (chart) => drawings.get(pictureKey(chart), () => drawInTime(chart));
}

const MOMENTS = new Set(['from', 'until', 'at', 'to', 'now']);
/** Nothing shorter can be seen: it is a pixel of a day, the shortest time that is drawn. */
const SEEN_MS = 60_000;

/**
 * Returns a key that is equal for charts that give the same picture: all facts that are drawn or said, with moments in
 * minutes. A request a little later shows the same picture until something happens.
 */
export function pictureKey(chart: PriceChart): string {
  const shown = JSON.stringify(chart, (name, value: unknown) =>
    typeof value === 'number' && MOMENTS.has(name) ? Math.floor(value / SEEN_MS) : value,
  );
  return createHash('sha256').update(shown).digest('base64');
}
