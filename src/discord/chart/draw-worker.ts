import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { yieldToEventLoop } from '../../time/cooperate.ts';

/** A picture's SVG, the width of its PNG in px, and the files of its fonts. */
export interface DrawRequest {
  readonly id: number;
  readonly svg: string;
  readonly width: number;
  readonly fontFiles: string[];
}

/** The PNG, or the error's text. */
export type DrawResult =
  | { readonly id: number; readonly png: Uint8Array }
  | { readonly id: number; readonly why: string };

const collectGarbage = garbageCollector();
let last = Promise.resolve();

parentPort?.on('message', (order: DrawRequest) => {
  last = last.then(() => answer(order));
});

/**
 * resvg frees a picture's pixels (4 MB) only when their handle is collected, which V8 takes for too small to be worth
 * it: a hundred pictures would be 400 MB. So it is told to, once the answer is on its way, and frees them in the next
 * turn.
 */
async function answer(order: DrawRequest): Promise<void> {
  parentPort?.postMessage(draw(order));
  collectGarbage();
  await yieldToEventLoop();
}

function draw({ id, svg, width, fontFiles }: DrawRequest): DrawResult {
  try {
    const font = { loadSystemFonts: false, fontFiles };
    const resvg = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font });
    return { id, png: resvg.render().asPng() };
  } catch (error) {
    return { id, why: String(error) };
  }
}

/**
 * V8's `gc`, which only contexts have that are made while the flag is set. The flag is the process's and stays set:
 * another thread that is starting may need it.
 */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
