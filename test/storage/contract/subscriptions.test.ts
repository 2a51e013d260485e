import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SubscriptionsInMemory } from '../../../src/routing/subscriptions-in-memory.ts';
import { askInMemory } from '../../../src/subscriptions/in-memory.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { openSettings } from '../sqlite/open-store-file.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';
import { subscriptionsContract } from './subscriptions.contract.ts';

subscriptionsContract('in memory', async () => {
  const memory = new SubscriptionsInMemory();
  const settings = await openSettings(join(temporaryFolder(), 'crier.sqlite'), recordingLog(), memory);
  onTestFinished(() => settings.close());
  return { settings, subscriptions: askInMemory(memory) };
});
