import { figuresOf } from '../figures.ts';
import type { Report } from '../report.ts';
import type { Size } from './format.ts';
import { FIRST, HALF_CHANGED, USUAL, USUAL_JOURNALED } from './scenario.ts';

/** The measurements at one number of shops, by the ids of the goals. */
export function figuresOfGoals({ shops, measured }: Size): Report {
  const ratio = (name: string) => {
    const own = measured.flatMap(({ costs }) => costs).filter(({ scenario }) => scenario === name);
    return figuresOf(own.map(({ cost, parseMs }) => cost.mainCpuMs / parseMs));
  };
  const stalls = measured.flatMap((one) => one.stalls).filter(({ scenario }) => scenario === USUAL_JOURNALED);
  return {
    [`first-${shops}`]: ratio(FIRST),
    [`refresh-${shops}`]: ratio(USUAL),
    [`half-changed-${shops}`]: ratio(HALF_CHANGED),
    [`stall-${shops}`]: figuresOf(stalls.map((one) => one.stalls.longestMs)),
    [`stretch-${shops}`]: figuresOf(stalls.map((one) => one.stalls.stretchMs)),
    [`kept-${shops}`]: figuresOf(measured.map(({ bytesPerShop }) => bytesPerShop).filter((bytes) => bytes > 0)),
  };
}
