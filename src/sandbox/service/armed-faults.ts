import type { Route } from './route.ts';

/** When a fault strikes: on one route or on any, so many times or until it is disarmed. */
export interface Arming {
  readonly route?: Route;
  readonly times?: number;
}

/** Faults waiting to strike, the latest first. */
export function createArmedFaults<Armed extends Arming>() {
  let armed: { fault: Armed; left: number }[] = [];

  return {
    /** The answer disarms it. */
    arm(fault: Armed): () => void {
      const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
      armed.unshift(entry);
      return () => {
        armed = armed.filter((other) => other !== entry);
      };
    },
    /** The fault that strikes now, used up by one. */
    take(strikes: (fault: Armed) => boolean): Armed | undefined {
      const entry = armed.find(({ fault, left }) => left > 0 && strikes(fault));
      if (!entry) return undefined;
      entry.left -= 1;
      return entry.fault;
    },
    disarmAll(): void {
      armed = [];
    },
  };
}
