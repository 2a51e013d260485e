import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDrawCanvas, encodePng } from '../../../src/discord/canvas/draw-canvas.ts';
import { readCanvases } from '../../../src/market/paintings/canvas.ts';
import type { StoredCanvas } from '../../../src/ports/pictures.ts';
import { noisyPixels, pixelsOf, seenCanvas } from '../../market/paintings/samples.ts';
import { propertyRuns } from '../../property-runs.ts';
import { decodePng } from './decode-png.ts';

interface Sized {
  readonly width: number;
  readonly height: number;
  readonly pixels: Int32Array;
}

/** Enlarges a picture in the simplest way. */
function enlarged({ width, height, pixels }: Sized, scale: number) {
  const wide = width * scale;
  const larger = Int32Array.from({ length: wide * height * scale }, (_, index) => {
    const [x, y] = [Math.floor((index % wide) / scale), Math.floor(index / wide / scale)];
    return pixels[y * width + x] ?? 0;
  });
  return { width: wide, height: height * scale, pixels: larger };
}

function stored(more: Partial<StoredCanvas> = {}): StoredCanvas {
  const { seenAt, ...canvas } = seenCanvas();
  return { ...canvas, firstSeenAt: seenAt, lastSeenAt: seenAt, ...more };
}

test('every pixel of a canvas becomes a square of its colour, transparent ones included', async () => {
  const size = fc.constantFrom([16, 16], [32, 16], [16, 32], [32, 32], [1, 1]);
  await fc.assert(
    fc.asyncProperty(
      size,
      fc.integer({ min: 1, max: 4 }),
      fc.string(),
      async ([width = 1, height = 1], scale, seed) => {
        const canvas = { width, height, pixels: noisyPixels(width * height, seed) };
        expect(decodePng(await encodePng(canvas, scale))).toEqual(enlarged(canvas, scale));
      },
    ),
    { numRuns: propertyRuns(0.2) },
  );
});

test('the longer side of a picture has 512 px for every canvas', async () => {
  const samples: readonly { readonly data: { readonly item: { readonly snbt: string } } }[] = JSON.parse(
    readFileSync(new URL('../../samples/paintings.json', import.meta.url), 'utf8'),
  );
  const canvases = samples.flatMap(({ data }) => readCanvases(data.item.snbt));
  const sizes = canvases.map(async (canvas) => {
    const draw = createDrawCanvas({ find: async () => stored(canvas) }, () => 0);
    const picture = await draw(canvas.id);
    const decoded = decodePng(picture?.attachment ?? Buffer.alloc(0));
    expect(decoded).toEqual(enlarged(canvas, 512 / Math.max(canvas.width, canvas.height)));
    return [decoded.width, decoded.height];
  });
  expect(await Promise.all(sizes)).toEqual([
    [512, 512],
    [512, 256],
    [256, 512],
    [512, 512],
  ]);
});

test('a picture is named by its canvas and has the facts for its alt text', async () => {
  const canvas = stored({ title: null });
  const draw = createDrawCanvas({ find: async () => canvas }, () => 0);
  const { attachment: _, ...picture } = (await draw(canvas.id)) ?? { attachment: null };
  const { title, author, width, height } = canvas;
  expect(picture).toEqual({ name: `canvas-${canvas.id}.png`, title, author, width, height });
});

test('a canvas that is not stored has no picture', async () => {
  expect(await createDrawCanvas({ find: async () => null }, () => 0)('x_1')).toBeNull();
});

test('a canvas is drawn once, and again when its pixels have changed', async () => {
  let canvas = stored();
  const draw = createDrawCanvas({ find: async () => canvas }, () => 0);
  const first = await draw(canvas.id);
  expect((await draw(canvas.id))?.attachment).toBe(first?.attachment);
  canvas = stored({ pixels: pixelsOf(256, 2) });
  const second = await draw(canvas.id);
  expect(decodePng(second?.attachment ?? Buffer.alloc(0)).pixels[0]).toBe(canvas.pixels[0]);
});
