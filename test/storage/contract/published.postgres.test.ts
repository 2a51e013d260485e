import { SharedPublished } from '../../../src/composition/fleet.ts';
import { PostgresFleetState } from '../../../src/storage/postgres/fleet/fleet.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { publishedContract } from './published.contract.ts';

publishedContract('PostgreSQL', async () => {
  const url = await makeDatabase();
  const one = new SharedPublished(new PostgresFleetState(openHandle(url)));
  const other = new SharedPublished(new PostgresFleetState(openHandle(url)));
  const exchange = async () => {
    for (const each of [one, other]) await each.exchange();
  };
  return { one, other, exchange };
});
