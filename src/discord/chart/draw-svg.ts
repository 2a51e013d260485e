import { Worker } from 'node:worker_threads';
import type { DrawRequest, DrawResult } from './draw-worker.ts';
import { fontFiles } from './font.ts';

let sharedThread: DrawingThread | null = null;

/**
 * Draws an SVG in a worker thread, because resvg's `renderAsync` encodes the PNG on the event loop, for 15 ms or more.
 * Rejects if the SVG cannot be drawn.
 *
 * @param width the width of the PNG (px)
 * @param tag the language of its text, whose letter forms take precedence
 * @returns the PNG
 */
export async function drawSvg(svg: string, width: number, tag?: string): Promise<Uint8Array> {
  if (sharedThread === null || !sharedThread.isOpen) sharedThread = new DrawingThread();
  return sharedThread.draw(svg, width, tag);
}

/** An idle thread ends after this time. It holds some 40 MB, but a new one can be too late for a message's pictures. */
const IDLE_THREAD_MS = 5 * 60_000;

interface PendingDrawing {
  readonly resolve: (png: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/** A worker thread that draws pictures until it was idle for `IDLE_THREAD_MS`. While `isOpen`, it accepts pictures. */
export class DrawingThread {
  isOpen = true;
  private readonly worker = new Worker(new URL('./draw-worker.ts', import.meta.url), { execArgv: [] });
  private readonly waiting = new Map<number, PendingDrawing>();
  private ordered = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor() {
    this.worker.on('message', (drawn: DrawResult) => this.answer(drawn));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', (code) => this.fail(new Error(`The drawing thread exited with code ${code}`)));
  }

  /** Draws like `drawSvg`. Also rejects if the thread dies. */
  draw(svg: string, width: number, tag?: string): Promise<Uint8Array> {
    clearTimeout(this.idle);
    this.worker.ref();
    this.ordered += 1;
    const order: DrawRequest = { id: this.ordered, svg, width, fontFiles: fontFiles(tag) };
    return new Promise((resolve, reject) => {
      this.waiting.set(order.id, { resolve, reject });
      this.worker.postMessage(order);
    });
  }

  private answer(drawn: DrawResult): void {
    const waiting = this.waiting.get(drawn.id);
    this.waiting.delete(drawn.id);
    if ('png' in drawn) waiting?.resolve(drawn.png);
    else waiting?.reject(new Error(drawn.why));
    if (this.waiting.size > 0) return;
    this.worker.unref();
    this.idle = setTimeout(() => this.end(), IDLE_THREAD_MS).unref();
  }

  private end(): void {
    this.isOpen = false;
    void this.worker.terminate();
  }

  private fail(error: Error): void {
    this.isOpen = false;
    clearTimeout(this.idle);
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
