import { KINDS_SEPARATE_SINCE, LAST_OLD_SNAPSHOT } from '../../../src/storage/mappers/checkpoint-names.ts';
import { PostgresPauses } from '../../../src/storage/postgres/pauses.ts';
import { borrowHandle } from '../postgres/database.ts';
import { openLeaderJournal } from '../postgres/ingest/lead.ts';
import { journalContract } from './journal.contract.ts';

journalContract('PostgreSQL', async () => {
  const postgres = await borrowHandle();
  let journal = await openLeaderJournal(postgres);
  return {
    journal,
    paused: new PostgresPauses(postgres),
    async reopen() {
      await journal.close();
      journal = await openLeaderJournal(postgres);
      return journal;
    },
    async upgradeAt(at) {
      for (const name of [KINDS_SEPARATE_SINCE, LAST_OLD_SNAPSHOT]) {
        await postgres.query('INSERT INTO checkpoints (name, at) VALUES ($1, $2)', [name, at]);
      }
    },
  };
});
