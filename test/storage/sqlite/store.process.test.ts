import { join } from 'node:path';
import { expect, it } from 'vitest';
import { locateStore } from '../../../src/storage/sqlite/files.ts';
import { openStore } from '../../../src/storage/sqlite/store.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { startChild } from './child.ts';
import { temporaryFolder } from './temporary-folder.ts';

it('a store whose process was killed opens at once', async () => {
  const answer = locateStore(`sqlite://${temporaryFolder()}/new/crier.sqlite`);
  if (!answer.ok) throw new Error(answer.why);
  const holder = startChild(join(import.meta.dirname, 'lock-holder.ts'), [answer.location.lock]);
  expect(await holder.line()).toBe('held');
  await holder.kill();
  const store = await openStore(answer.location, recordingLog());
  await store.close();
});
