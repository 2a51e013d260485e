import type { Facts } from './facts.ts';

/** A value, or one for each label; null: it cannot be told now, which is not the same as 0. */
export type Reading = number | Iterable<readonly [label: string, value: number]> | null;

/** A figure that machines are told. */
export interface Metric<From = Facts> {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  /** The name of its label. */
  readonly label?: string;
  readonly read: (facts: From) => Reading;
}

export function gauge<From = Facts>(
  name: string,
  help: string,
  read: Metric<From>['read'],
  label?: string,
): Metric<From> {
  return { ...{ name, help, type: 'gauge', read }, ...(label !== undefined && { label }) };
}

export function counter(name: string, help: string, read: Metric['read'], label?: string): Metric {
  return { ...gauge(name, help, read, label), type: 'counter' };
}

/** As Unix seconds; never: 0. */
export function seconds(at: number | null): number {
  return (at ?? 0) / 1_000;
}

/** In seconds. */
export function age(since: number, now: number): number {
  return Math.max(0, now - since) / 1_000;
}
