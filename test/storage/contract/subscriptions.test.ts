import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SubscriptionsInMemory } from '../../../src/routing/subscriptions-in-memory.ts';
import { openSettings } from '../../../src/storage/sqlite/settings.ts';
import { askInMemory } from '../../../src/subscriptions/ask-in-memory.ts';
import { keepInStep } from '../../../src/subscriptions/settings-in-memory.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';
import { subscriptionsContract } from './subscriptions.contract.ts';

subscriptionsContract('in memory', async () => {
  const settings = await openSettings(join(temporaryFolder(), 'crier.sqlite'), recordingLog());
  onTestFinished(() => settings.close());
  const memory = new SubscriptionsInMemory();
  return { settings: keepInStep(settings, memory), subscriptions: askInMemory(memory) };
});
