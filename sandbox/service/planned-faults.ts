import type { Route } from './route.ts';

/** Scope of a fault: one route or all, a number of times or until cancelled. */
export interface FaultSchedule {
  readonly route?: Route;
  readonly times?: number;
}

/** Planned faults, the latest first. */
export function createPlannedFaults<Planned extends FaultSchedule>() {
  let planned: { fault: Planned; left: number }[] = [];

  return {
    /**
     * Plans a fault.
     * @returns a function that cancels it
     */
    plan(fault: Planned): () => void {
      const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
      planned.unshift(entry);
      return () => {
        planned = planned.filter((other) => other !== entry);
      };
    },
    /** Returns the fault for this request, and counts one use of it. */
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
