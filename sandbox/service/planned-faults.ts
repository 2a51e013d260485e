import type { Route } from './route.ts';

/** When a fault applies: on one route or on any, so many times or until it is cancelled. */
export interface FaultSchedule {
  readonly route?: Route;
  readonly times?: number;
}

/** Faults that are planned, the latest first. */
export function createPlannedFaults<Planned extends FaultSchedule>() {
  let planned: { fault: Planned; left: number }[] = [];

  return {
    /** What is returned cancels it. */
    plan(fault: Planned): () => void {
      const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
      planned.unshift(entry);
      return () => {
        planned = planned.filter((other) => other !== entry);
      };
    },
    /** The fault that applies now, used up by one. */
    take(applies: (fault: Planned) => boolean): Planned | undefined {
      const entry = planned.find(({ fault, left }) => left > 0 && applies(fault));
      if (!entry) return undefined;
      entry.left -= 1;
      return entry.fault;
    },
    cancelAll(): void {
      planned = [];
    },
  };
}
