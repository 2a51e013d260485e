/** What several measurements of one thing gave. */
export interface Figures {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** @throws RangeError where nothing was measured */
export function figuresOf(values: readonly number[]): Figures {
  const sorted = values.toSorted((left, right) => left - right);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) throw new RangeError('nothing was measured');
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? least, sorted[sorted.length >> 1] ?? most];
  return { median: (low + high) / 2, least, most };
}

/** `3.42 (3.10-4.05)`: the median, and from the least to the most. */
export function formatFigures({ median, least, most }: Figures): string {
  return least === most
    ? formatNumber(median)
    : `${formatNumber(median)} (${formatNumber(least)}-${formatNumber(most)})`;
}

/** Three digits that count, or all before the point; never more than two behind it. */
export function formatNumber(value: number): string {
  const digits = value === 0 ? 0 : Math.min(2, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))));
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
