import type { AskSpan } from '../price-chart.ts';

/**
 * Asks within a pixel's time, joined to one at their lowest: months of a busy item have tens of thousands. The last stays as
 * it is: what is asked now.
 */
export function thinAsks(spans: readonly AskSpan[], pixelMs: number): AskSpan[] {
  const thinned: AskSpan[] = [];
  for (const span of spans.slice(0, -1)) {
    const last = thinned.at(-1);
    const joins = last !== undefined && span.until - last.from <= pixelMs;
    if (joins) thinned[thinned.length - 1] = { from: last.from, until: span.until, ask: Math.min(last.ask, span.ask) };
    else thinned.push(span);
  }
  return [...thinned, ...spans.slice(-1)];
}
