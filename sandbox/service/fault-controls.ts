import type { PlannedHttpFault } from './http-answers.ts';
import type { createListener } from './listener.ts';
import type { createPlannedFaults } from './planned-faults.ts';
import type { Service } from './service.ts';
import type { PlannedUpgradeFault } from './stream-hub.ts';

/** Faults of future requests, until they are cleared. */
export function faultControls(
  httpFaults: ReturnType<typeof createPlannedFaults<PlannedHttpFault>>,
  upgradeFaults: ReturnType<typeof createPlannedFaults<PlannedUpgradeFault>>,
  listener: Pick<ReturnType<typeof createListener>, 'isUnresponsive'>,
): Pick<Service, 'breakHttp' | 'breakUpgrade' | 'stopAnswering' | 'clearFaults'> {
  return {
    breakHttp: (name, fault) => httpFaults.plan({ name, ...fault }),
    breakUpgrade: (name, fault) => upgradeFaults.plan({ name, ...fault }),
    stopAnswering() {
      listener.isUnresponsive = true;
    },
    clearFaults() {
      listener.isUnresponsive = false;
      httpFaults.cancelAll();
      upgradeFaults.cancelAll();
    },
  };
}
