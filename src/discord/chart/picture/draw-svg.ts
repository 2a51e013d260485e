import { DrawingThread } from './drawing-thread.ts';

let thread: DrawingThread | null = null;

/**
 * A picture as PNG, `width` px wide, its text in the language of this tag; rejects if it cannot be drawn. In a thread of its own: resvg's `renderAsync` leaves the
 * PNG's encoding, 15 ms and more, to the event loop.
 */
export async function drawSvg(svg: string, width: number, tag?: string): Promise<Uint8Array> {
  if (thread === null || !thread.isOpen) thread = new DrawingThread();
  return thread.draw(svg, width, tag);
}
