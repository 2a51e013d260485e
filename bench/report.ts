import process from 'node:process';
import type { Figures } from './figures.ts';

/** What a bench measured of the goals (see goals.ts), by their ids. */
export type Report = Readonly<Record<string, Figures>>;

/** Hands figures to `npm run bench`, which puts them beside the goals; a bench that runs alone has only printed them. */
export function report(figures: Report): void {
  process.send?.(figures);
}
