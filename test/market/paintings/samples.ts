import { createHash } from 'node:crypto';
import type { SeenCanvas } from '../../../src/ports/pictures.ts';

const AUTHOR = '3f1c2a54-7d1b-4c55-9a0e-52b7c1d4e601';

/** Returns a canvas id that is unique to the number. */
export function canvasId(number = 12): string {
  return `${AUTHOR}_${number}`;
}

/** Returns opaque pixels determined by the seed. */
export function pixelsOf(count: number, seed = 1): Int32Array {
  return Int32Array.from({ length: count }, (_, at) => 0xff000000 | ((at * 2_654_435 + seed * 7_919) & 0xffffff));
}

/** Returns pixels that do not compress. */
export function noisyPixels(count: number, seed: string): Int32Array {
  return Int32Array.from({ length: count }, (_, at) =>
    createHash('sha256').update(`${seed}:${at}`).digest().readInt32LE(),
  );
}

/** Returns a small canvas, last seen at 1,000. */
export function seenCanvas(more: Partial<SeenCanvas> = {}): SeenCanvas {
  const defaults = { id: canvasId(), title: 'Harbour at Dusk', author: 'Player_017', width: 16, height: 16 };
  return { ...defaults, pixels: pixelsOf(256), version: 120, seenAt: 1_000, ...more };
}

/** The data of an item that shows a canvas, as the game's newest version writes it. */
export interface WrittenCanvas {
  readonly id?: string;
  readonly title?: string | null;
  readonly author?: string;
  readonly generation?: number;
  readonly version?: number;
  readonly form?: 'item_canvas' | 'item_canvas_long' | 'item_canvas_tall' | 'item_canvas_large';
  /** An SNBT array, or null for no pixels. */
  readonly pixels?: string | null;
}

/** Returns the SNBT of a painting. */
export function canvasSnbt(canvas: WrittenCanvas = {}): string {
  const { id = canvasId(), title = 'Harbour at Dusk', author = 'Player_017', generation = 1, version = 120 } = canvas;
  const { form = 'item_canvas', pixels = snbtOf(pixelsOf(256)) } = canvas;
  const fields = [
    `"realm:xerca_item":"xercapaint:${form}"`,
    `"xercapaint:canvas_author":"${author}"`,
    `"xercapaint:canvas_generation":${generation}`,
    `"xercapaint:canvas_id":"${id}"`,
    ...(pixels === null ? [] : [`"xercapaint:canvas_pixels":${pixels}`]),
    ...(title === null ? [] : [`"xercapaint:canvas_title":${JSON.stringify(title)}`]),
    `"xercapaint:canvas_version":${version}`,
  ];
  const model = `"minecraft:custom_model_data":{strings:["xercapaint:${form}"]}`;
  return `{"minecraft:custom_data":{PublicBukkitValues:{${fields}}},${model},"minecraft:max_stack_size":1}`;
}

export function snbtOf(pixels: Int32Array): string {
  return `[I;${pixels.join(',')}]`;
}
