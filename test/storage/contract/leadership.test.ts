import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openSqlitePorts } from '../../../src/composition/sqlite-ports.ts';
import { locateStore } from '../../../src/storage/sqlite/files.ts';
import { openStore } from '../../../src/storage/sqlite/store.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';
import { leadershipContract } from './leadership.contract.ts';

leadershipContract('SQLite', async () => {
  const located = locateStore(`sqlite://${join(temporaryFolder(), 'crier.sqlite')}`);
  if (!located.ok) throw new Error(located.why);
  const log = recordingLog();
  const store = await openStore(located.location, log);
  const { leadership, journal, close } = await openSqlitePorts(store, located.location.stem, {
    clock: systemClock,
    log,
  });
  onTestFinished(close);
  return { leadership, checkpoint: (name) => journal.checkpoint(name) };
});
