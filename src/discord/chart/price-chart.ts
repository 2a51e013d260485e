import type { Language } from '../../language/language.ts';

/** Players' payments to shops in one step of time: unit prices in diamonds, `volume` in items. */
interface PaidInStep {
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
  readonly volume: number;
  readonly trades: number;
}

/** One step of the chart, epoch ms; `summary` null: nothing was traded. */
export interface ChartPoint {
  readonly from: number;
  readonly until: number;
  readonly summary: PaidInStep | null;
}

/** The best ask from `at` (epoch ms) until the next of its kind; null: nobody sold. */
export interface AskStep {
  readonly at: number;
  readonly ask: number | null;
}

/**
 * An item's prices from `from` to `to` (epoch ms). `title`: the item's name as players wrote it, for the words;
 * `kindName`: its type, enchantments and potion, for the picture. `points` and `asks` in the order of time; the first
 * ask may lie before `from`. `mixed`: steps from before `until` whose purchases may be of several kinds. `outages`:
 * those worth showing; `until` null: still going on. `knownSince`: when Crier began to look, where that is after
 * `from`. `target`: a watch's unit price. Prices are unit prices in diamonds, 0 or more.
 */
export interface PriceChart {
  readonly title: string;
  readonly kindName: string;
  readonly from: number;
  readonly to: number;
  readonly points: readonly ChartPoint[];
  readonly mixed: { readonly until: number; readonly points: readonly ChartPoint[] } | null;
  readonly asks: readonly AskStep[];
  readonly outages: readonly { readonly from: number; readonly until: number | null }[];
  readonly knownSince: number | null;
  readonly target: number | null;
  readonly now: number;
  readonly language: Language;
}

/** A step in which something was traded. */
export interface TradedPoint {
  readonly from: number;
  readonly until: number;
  readonly summary: PaidInStep;
}

/** The steps with trades that touch the chart's time. */
export function tradedPoints({ points, from, to }: Pick<PriceChart, 'points' | 'from' | 'to'>): TradedPoint[] {
  return points.flatMap(({ summary, ...step }) =>
    summary !== null && step.until > from && step.from < to ? [{ ...step, summary }] : [],
  );
}

/** Best asks from one moment to another, within the chart's time and not beyond now. */
export interface AskSpan {
  readonly from: number;
  readonly until: number;
  readonly ask: number;
}

export function askSpans({ asks, from, to, now }: PriceChart): AskSpan[] {
  const end = Math.min(to, now);
  return asks.flatMap(({ at, ask }, index) => {
    const span = { from: Math.max(at, from), until: Math.min(asks[index + 1]?.at ?? end, end) };
    return ask !== null && span.until > span.from ? [{ ...span, ask }] : [];
  });
}

/** Outages within the chart's time; one that goes on ends now. */
export function outageSpans({ outages, from, to, now }: PriceChart): { from: number; until: number }[] {
  return outages
    .map((outage) => ({ from: Math.max(outage.from, from), until: Math.min(outage.until ?? now, to) }))
    .filter((outage) => outage.until >= outage.from);
}

/** File name of a chart's picture. */
export const PICTURE_NAME = 'price.png';

/** Shows the message's attachment in an embed. */
export const PICTURE_URL = `attachment://${PICTURE_NAME}`;
