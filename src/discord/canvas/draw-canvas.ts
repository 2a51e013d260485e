import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { Canvas } from '../../market/paintings/canvas.ts';
import type { Canvases, CanvasPicture, DrawCanvas } from '../../ports/pictures.ts';
import { yieldToEventLoop } from '../../time/cooperate.ts';
import { HOUR_MS } from '../../time/durations.ts';
import { PromiseCache } from '../../time/promise-cache.ts';
import { SerialQueue } from '../../time/serial-queue.ts';

/** The longer side of a picture (px), sharp on a phone at some kilobytes. */
const LONGEST_SIDE_PX = 512;
/** Limits the cached pictures, of some kilobytes each. */
const MOST_CACHED_PICTURES = 64;
const CACHED_MS = HOUR_MS;

/** Creates a function that draws stored canvases as PNG, and caches each picture until its pixels change. */
export function createDrawCanvas(canvases: Pick<Canvases, 'find'>, now: () => number): DrawCanvas {
  const drawn = new PromiseCache<Buffer>({ most: MOST_CACHED_PICTURES, freshMs: CACHED_MS, now });
  // One at a time, because drawing a picture takes a megabyte, and a millisecond on this thread.
  const queue = new SerialQueue();
  return async (id): Promise<CanvasPicture | null> => {
    const canvas = await canvases.find(id);
    if (canvas === null) return null;
    const { title, author, width, height, pixels } = canvas;
    const scale = Math.max(1, Math.floor(LONGEST_SIDE_PX / Math.max(width, height)));
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

/** The first bytes of every PNG. */
export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Part of PNG's header: eight bits each for red, green, blue and alpha, not interlaced. */
const RGBA_8 = [8, 6, 0, 0, 0];
const RGBA_BYTES = 4;
/** PNG's row filters: the row unchanged, or its difference to the row above. */
const FILTER_NONE = 0;
const FILTER_UP = 2;

const deflateAsync = promisify(deflate);

/**
 * Encodes a canvas as PNG, with a square of `scale` × `scale` for each pixel. Compresses outside the event loop.
 *
 * @param scale a whole number from 1
 */
export async function encodePng(
  { width, height, pixels }: Pick<Canvas, 'width' | 'height' | 'pixels'>,
  scale: number,
): Promise<Buffer> {
  const rowBytes = 1 + width * scale * RGBA_BYTES;
  // Zeros with the filter `FILTER_UP` repeat the row above.
  const rows = Buffer.alloc(rowBytes * height * scale);
  for (let y = 0; y < height * scale; y++) rows[y * rowBytes] = y % scale === 0 ? FILTER_NONE : FILTER_UP;
  pixels.forEach((argb, index) => {
    const rgba = ((argb << 8) | (argb >>> 24)) >>> 0;
    const x = index % width;
    const row = (index - x) / width;
    const at = row * scale * rowBytes + 1 + x * scale * RGBA_BYTES;
    for (let copy = 0; copy < scale; copy++) rows.writeUInt32BE(rgba, at + copy * RGBA_BYTES);
  });
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width * scale, 0);
  size.writeUInt32BE(height * scale, 4);
  const header = Buffer.concat([size, Buffer.from(RGBA_8)]);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', await deflateAsync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
