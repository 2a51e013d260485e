import { PostgresIdentifies } from '../../src/postgres/fleet/identifies.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { ManualClock } from '../time/manual-clock.ts';
import { identifiesContract } from './identifies.contract.ts';

identifiesContract('PostgreSQL', async () => {
  const url = await makeDatabase();
  const clock = new ManualClock();
  const [identifies, other] = [openHandle(url), openHandle(url)].map((db) => new PostgresIdentifies(db, clock));
  if (identifies === undefined || other === undefined) throw new Error('two were made');
  return { identifies, other, clock };
});
