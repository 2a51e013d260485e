import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { targetKey } from '../../../src/routing/notice.ts';
import { SubscriptionsInMemory } from '../../../src/routing/subscriptions-in-memory.ts';
import { routeInMemory } from '../../../src/subscriptions/in-memory.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { NOW } from '../../routing/arbitraries.ts';
import { openSettings } from '../sqlite/open-store-file.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';
import { routerContract } from './router.contract.ts';

routerContract('in memory', async () => {
  const memory = new SubscriptionsInMemory();
  const settings = await openSettings(join(temporaryFolder(), 'crier.sqlite'), recordingLog(), memory);
  onTestFinished(() => settings.close());
  const paused = new Set<string>();
  const isPaused = (target: Parameters<typeof targetKey>[0]) => paused.has(targetKey(target));
  return {
    settings,
    router: routeInMemory({ memory, isPaused, clock: { now: () => NOW } }),
    pause: async (target) => void paused.add(targetKey(target)),
  };
});
