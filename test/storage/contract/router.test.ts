import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SubscriptionsInMemory } from '../../../src/routing/subscriptions-in-memory.ts';
import { targetKey } from '../../../src/routing/target.ts';
import { openSettings } from '../../../src/storage/sqlite/settings.ts';
import { routeInMemory } from '../../../src/subscriptions/route-in-memory.ts';
import { keepInStep } from '../../../src/subscriptions/settings-in-memory.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { NOW } from '../../routing/arbitraries.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';
import { routerContract } from './router.contract.ts';

routerContract('in memory', async () => {
  const settings = await openSettings(join(temporaryFolder(), 'crier.sqlite'), recordingLog());
  onTestFinished(() => settings.close());
  const memory = new SubscriptionsInMemory();
  const paused = new Set<string>();
  const isPaused = (target: Parameters<typeof targetKey>[0]) => paused.has(targetKey(target));
  return {
    settings: keepInStep(settings, memory),
    router: routeInMemory({ memory, isPaused, clock: { now: () => NOW } }),
    pause: async (target) => void paused.add(targetKey(target)),
  };
});
