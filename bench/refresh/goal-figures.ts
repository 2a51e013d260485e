import { figuresOf } from '../figures.ts';
import type { Report } from '../report.ts';
import type { Measured, Sample } from './measure-process.ts';
import { FIRST, HALF_CHANGED, USUAL, USUAL_JOURNALED } from './scenario.ts';

/** What the processes measured at one number of shops, by the ids of the goals. */
export function figuresOfGoals(measured: readonly Measured[]): Report {
  const shops = measured[0]?.shops ?? 0;
  const samples = measured.flatMap((one) => one.samples);
  const of = (name: string, figure: (sample: Sample) => number) =>
    figuresOf(samples.filter(({ scenario }) => scenario === name).map(figure));
  const ratio = ({ cost, parseMs }: Sample) => cost.mainCpuMs / parseMs;
  return {
    [`first-${shops}`]: of(FIRST, ratio),
    [`refresh-${shops}`]: of(USUAL, ratio),
    [`half-changed-${shops}`]: of(HALF_CHANGED, ratio),
    [`stall-${shops}`]: of(USUAL_JOURNALED, ({ cost }) => cost.longest.wallMs),
    [`stretch-${shops}`]: of(USUAL_JOURNALED, ({ cost }) => cost.longest.cpuMs),
    [`kept-${shops}`]: figuresOf(measured.map(({ bytesPerShop }) => bytesPerShop)),
  };
}
