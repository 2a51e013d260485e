import process from 'node:process';
import type { Figures } from './figures.ts';

/** A bench's measurements for the goals (see goals.ts), by their ids. */
export type Report = Readonly<Record<string, Figures>>;

/** Passes figures to `npm run bench`, which compares them with the goals; without it a bench only prints them. */
export function report(figures: Report): void {
  process.send?.(figures);
}
