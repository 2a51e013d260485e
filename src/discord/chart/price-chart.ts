import type { Language } from '../../language/language.ts';

/** Players' payments to shops in one step of time. Unit prices are in diamonds, `volume` in items. */
interface PaidInStep {
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
  readonly volume: number;
  readonly trades: number;
}

/** One step of the chart (epoch ms). `summary` is null if nothing was traded. */
export interface ChartPoint {
  readonly from: number;
  readonly until: number;
  readonly summary: PaidInStep | null;
}

/** The best ask from `at` (epoch ms) until the next step, or null if no shop sold the item. */
export interface AskStep {
  readonly at: number;
  readonly ask: number | null;
}

/**
 * An item's prices from `from` to `to`. Times are epoch ms, prices are unit prices in diamonds, 0 or more. `points` and
 * `asks` are in the order of time.
 */
export interface PriceChart {
  /** The item's name as players wrote it, for the alt text. */
  readonly title: string;
  /** The item's type, enchantments and potion, for the picture. */
  readonly kindName: string;
  readonly from: number;
  readonly to: number;
  readonly points: readonly ChartPoint[];
  /** Steps before `until` whose purchases may mix several kinds, or null. */
  readonly mixed: { readonly until: number; readonly points: readonly ChartPoint[] } | null;
  /** The first ask may start before `from`. */
  readonly asks: readonly AskStep[];
  /** Outages worth showing. `until` is null while one lasts. */
  readonly outages: readonly { readonly from: number; readonly until: number | null }[];
  /** Start of Crier's data if it is after `from`, else null. */
  readonly knownSince: number | null;
  /** The price that a watch waits for, or null. */
  readonly target: number | null;
  readonly now: number;
  readonly language: Language;
}

/** A step with trades. */
export interface TradedPoint {
  readonly from: number;
  readonly until: number;
  readonly summary: PaidInStep;
}

/** Returns the steps with trades that overlap the chart's time. */
export function tradedPoints({ points, from, to }: Pick<PriceChart, 'points' | 'from' | 'to'>): TradedPoint[] {
  return points.flatMap(({ summary, ...step }) =>
    summary !== null && step.until > from && step.from < to ? [{ ...step, summary }] : [],
  );
}

/** A best ask and its time, within the chart's time and not after now. */
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

/** Returns the outages within the chart's time. A current outage ends now. */
export function outageSpans({
  outages,
  from,
  to,
  now,
}: Pick<PriceChart, 'outages' | 'from' | 'to' | 'now'>): { from: number; until: number }[] {
  return outages
    .map((outage) => ({ from: Math.max(outage.from, from), until: Math.min(outage.until ?? now, to) }))
    .filter((outage) => outage.until >= outage.from);
}

export const PICTURE_NAME = 'price.png';

/** The URL by which an embed shows the message's attachment. */
export const PICTURE_URL = `attachment://${PICTURE_NAME}`;
