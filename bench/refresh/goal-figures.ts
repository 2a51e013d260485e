import { figuresOf } from '../figures.ts';
import type { Report } from '../report.ts';
import type { Size } from './format.ts';
import { ALL_CHANGED, FIRST, USUAL, USUAL_JOURNALED } from './scenario.ts';

/** The measurements at one number of shops, by the ids of the goals. */
export function figuresOfGoals({ shops, measured }: Size): Report {
  const ratio = (name: string) => {
    const own = measured.flatMap(({ costs }) => costs).filter(({ scenario }) => scenario === name);
    return figuresOf(own.map(({ cost, parseMs }) => cost.mainCpuMs / parseMs));
  };
  const all = measured.flatMap((one) => one.stalls);
  const journalled = all.filter(({ scenario }) => scenario === USUAL_JOURNALED);
  return {
    [`first-${shops}`]: ratio(FIRST),
    [`refresh-${shops}`]: ratio(USUAL),
    [`all-changed-${shops}`]: ratio(ALL_CHANGED),
    [`stall-${shops}`]: figuresOf(journalled.map(({ stalls }) => stalls.longestMs)),
    [`stretch-${shops}`]: figuresOf(all.map(({ stalls }) => stalls.stretchMs)),
    [`kept-${shops}`]: figuresOf(measured.map(({ bytesPerShop }) => bytesPerShop).filter((bytes) => bytes > 0)),
  };
}
