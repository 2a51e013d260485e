import { setTimeout as sleep } from 'node:timers/promises';
import type { createListener } from './listener.ts';
import type { Outage, Service } from './service.ts';
import type { ServiceState } from './service-state.ts';

type Listener = ReturnType<typeof createListener>;

/** Takes the service down and brings it back. */
export function outageControls(
  state: Pick<ServiceState, 'isDown'>,
  listener: Pick<Listener, 'open' | 'close' | 'cutConnections'>,
): Pick<Service, 'goDown' | 'comeBack' | 'restart'> {
  async function goDown(how: Outage): Promise<void> {
    state.isDown = true;
    if (how === 'refused') await listener.close();
    else listener.cutConnections();
  }

  async function comeBack(): Promise<void> {
    state.isDown = false;
    await listener.open();
  }

  return {
    goDown,
    comeBack,
    async restart(downMs, how = 'bad-gateway') {
      await goDown(how);
      await sleep(downMs);
      await comeBack();
    },
  };
}
