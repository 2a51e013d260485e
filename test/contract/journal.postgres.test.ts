import { KINDS_APART } from '../../src/rows/moment-names.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { openLed } from '../postgres/pen/lead.ts';
import { journalContract } from './journal.contract.ts';

journalContract('PostgreSQL', async () => {
  const url = await makeDatabase();
  let journal = await openLed(openHandle(url));
  return {
    journal,
    async reopen() {
      await journal.close();
      journal = await openLed(openHandle(url));
      return journal;
    },
    async upgradeAt(at) {
      await openHandle(url).query('INSERT INTO moments (name, at) VALUES ($1, $2)', [KINDS_APART, at]);
    },
  };
});
