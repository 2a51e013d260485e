import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const KEPT_MS = 60_000;

/** How long the event loop was held up at most. */
export interface LoopDelay {
  /** Of the last minute or so. */
  longestSeconds(): number;
}

/** Watches until the signal aborts. The clock is the machine's own: what is measured is. */
export function watchLoopDelay(signal: AbortSignal): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let before = 0;
  histogram.enable();
  const timer = setInterval(() => {
    before = histogram.max;
    histogram.reset();
  }, KEPT_MS);
  timer.unref();
  const end = () => {
    clearInterval(timer);
    histogram.disable();
  };
  signal.addEventListener('abort', end, { once: true });
  return {
    // It counts its own interval with what is late.
    longestSeconds: () => Math.max(0, Math.max(before, histogram.max) / 1e9 - RESOLUTION_MS / 1_000),
  };
}
