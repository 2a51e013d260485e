import { KINDS_APART, OLD_SHOPS } from '../../../src/storage/mappers/checkpoint-names.ts';
import { PostgresPauses } from '../../../src/storage/postgres/pauses.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { openLed } from '../postgres/ingest/lead.ts';
import { journalContract } from './journal.contract.ts';

journalContract('PostgreSQL', async () => {
  const url = await makeDatabase();
  let journal = await openLed(openHandle(url));
  return {
    journal,
    paused: new PostgresPauses(openHandle(url)),
    async reopen() {
      await journal.close();
      journal = await openLed(openHandle(url));
      return journal;
    },
    async upgradeAt(at) {
      for (const name of [KINDS_APART, OLD_SHOPS]) {
        await openHandle(url).query('INSERT INTO checkpoints (name, at) VALUES ($1, $2)', [name, at]);
      }
    },
  };
});
