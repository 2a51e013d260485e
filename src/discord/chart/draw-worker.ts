import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { yieldToEventLoop } from '../../time/cooperate.ts';

export interface DrawRequest {
  readonly id: number;
  readonly svg: string;
  /** The width of the PNG (px). */
  readonly width: number;
  readonly fontFiles: string[];
}

/** The PNG, or the error's message. */
export type DrawResult =
  | { readonly id: number; readonly png: Uint8Array }
  | { readonly id: number; readonly why: string };

const collectGarbage = garbageCollector();
let last = Promise.resolve();

parentPort?.on('message', (order: DrawRequest) => {
  last = last.then(() => answer(order));
});

/**
 * Answers a request, then collects garbage. resvg frees a picture's pixels (4 MB) only when V8 collects their small
 * handle, so that a hundred pictures would hold 400 MB.
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
 * Returns V8's `gc`, which exists only in contexts created while the flag is set. The flag belongs to the process and
 * stays set, because another starting thread may need it.
 */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
