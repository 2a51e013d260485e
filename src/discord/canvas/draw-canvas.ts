import { crc32 } from 'node:zlib';
import type { Canvases, CanvasPicture, DrawCanvas } from '../../ports/pictures.ts';
import { yieldToEventLoop } from '../../time/cooperate.ts';
import { PromiseCache } from '../../time/promise-cache.ts';
import { SerialQueue } from '../../time/serial-queue.ts';
import { encodePng } from './encode-png.ts';

/** The longer side of a picture, in px: sharp on a phone, and some kilobytes. */
const LONGEST_SIDE = 512;
/** Drawn pictures in memory, a few kilobytes each. */
const MOST_KEPT = 64;
const KEPT_MS = 60 * 60_000;

/** Draws kept canvases as PNG; those drawn lately are kept in memory until their pixels change. */
export function createDrawCanvas(canvases: Pick<Canvases, 'find'>, now: () => number): DrawCanvas {
  const drawn = new PromiseCache<Buffer>({ most: MOST_KEPT, freshMs: KEPT_MS, now });
  // One picture takes a megabyte while it is drawn, and a millisecond of this thread.
  const queue = new SerialQueue();
  return async (id): Promise<CanvasPicture | null> => {
    const canvas = await canvases.find(id);
    if (canvas === null) return null;
    const { title, author, width, height, pixels } = canvas;
    const scale = Math.max(1, Math.floor(LONGEST_SIDE / Math.max(width, height)));
    const key = `${id} ${width} ${crc32(new Uint8Array(pixels.buffer))}`;
    const attachment = await drawn.get(key, () =>
      queue.run(async () => {
        await yieldToEventLoop();
        return encodePng(canvas, scale);
      }),
    );
    return { name: `canvas-${id}.png`, attachment, title, author, width, height };
  };
}
