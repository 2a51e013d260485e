import type { Clock } from '../../../time/clock.ts';
import { PromiseCache } from '../../../time/promise-cache.ts';
import { SerialQueue } from '../../../time/serial-queue.ts';
import type { PriceChart } from '../price-chart.ts';
import type { Picture } from './picture.ts';
import { pictureKey } from './picture-key.ts';

type Draw = (chart: PriceChart) => Promise<Picture>;

/** Too many pictures are asked for at once: the answer goes without. */
export class PicturesBusy extends Error {
  override readonly name = 'PicturesBusy';
}

export interface PictureQueueParts {
  /** Rejects where the chart cannot be drawn. */
  readonly draw: Draw;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** So many wait to be drawn, at most. */
export const MOST_WAITING = 100;
/** So long an answer waits for its picture: what people ask for is the numbers. */
export const LONGEST_WAIT_MS = 5_000;
/** Some 30 KB each. */
const MOST_KEPT = 100;

/**
 * Draws one picture after the other. Who asks for one that was drawn, waits or is being drawn gets that one. Rejects with
 * PicturesBusy where too many wait or it takes too long, and with what the drawing throws.
 */
export function createPictureQueue({ draw, clock }: PictureQueueParts): Draw {
  const drawings = new PromiseCache<Picture>({ most: MOST_KEPT });
  let waiting = 0;
  const queue = new SerialQueue();

  /** In its turn, unless nobody waits for it any more. */
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
