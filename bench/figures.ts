import { quantile } from './quantile.ts';

/** The results of several measurements of one quantity. */
export interface Figures {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** @throws RangeError if there are no measurements */
export function figuresOf(values: readonly number[]): Figures {
  const sorted = values.toSorted((left, right) => left - right);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) throw new RangeError('nothing was measured');
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? least, sorted[sorted.length >> 1] ?? most];
  return { median: (low + high) / 2, least, most };
}

/** The quantile of all measurements for a share from 0 to 1, and the same of each third of them, in order of time. */
export function quantileFigures(values: readonly number[], share: number): Figures {
  const third = Math.ceil(values.length / 3);
  const thirds = [0, 1, 2].map((at) => values.slice(at * third, (at + 1) * third)).filter((part) => part.length > 0);
  const { least, most } = figuresOf(thirds.map((part) => quantile(part, share)));
  return { median: quantile(values, share), least, most };
}

/** `3.42 (3.10-4.05)`: the median, then the minimum and maximum. */
export function formatFigures({ median, least, most }: Figures): string {
  return least === most
    ? formatNumber(median)
    : `${formatNumber(median)} (${formatNumber(least)}-${formatNumber(most)})`;
}

/** Three significant digits or all digits before the point, with at most two after it. */
export function formatNumber(value: number): string {
  const digits = value === 0 ? 0 : Math.min(2, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))));
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
