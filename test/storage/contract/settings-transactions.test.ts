import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openSettingsTransactions } from '../sqlite/open-settings-transactions.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';
import { settingsTransactionsContract } from './settings-transactions.contract.ts';

settingsTransactionsContract('SQLite', async () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const ports = await openSettingsTransactions(path);
  onTestFinished(() => ports.close());
  return {
    ...ports,
    async reopen() {
      await ports.close();
      const again = await openSettingsTransactions(path);
      onTestFinished(() => again.close());
      return again;
    },
  };
});
