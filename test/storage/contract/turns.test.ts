import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openTurns } from '../sqlite/open-turns.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';
import { turnsContract } from './turns.contract.ts';

turnsContract('SQLite', async () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const ports = await openTurns(path);
  onTestFinished(() => ports.close());
  return {
    ...ports,
    async reopen() {
      await ports.close();
      const again = await openTurns(path);
      onTestFinished(() => again.close());
      return again;
    },
  };
});
