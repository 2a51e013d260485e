import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';

/** What the thread that draws is asked: a picture's SVG, the width of its PNG in px, and the fonts' files. */
export interface Order {
  readonly id: number;
  readonly svg: string;
  readonly width: number;
  readonly fontFiles: string[];
}

/** What it answers. */
export type Drawn = { readonly id: number; readonly png: Uint8Array } | { readonly id: number; readonly why: string };

parentPort?.on('message', (order: Order) => parentPort?.postMessage(draw(order)));

function draw({ id, svg, width, fontFiles }: Order): Drawn {
  try {
    const font = { loadSystemFonts: false, fontFiles };
    const resvg = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font });
    return { id, png: resvg.render().asPng() };
  } catch (error) {
    return { id, why: String(error) };
  }
}
