import { SharedPublished } from '../../../src/composition/shared-published.ts';
import { PostgresSharedValues } from '../../../src/storage/postgres/shared-values.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { publishedContract } from './published.contract.ts';

publishedContract('PostgreSQL', async () => {
  const url = await makeDatabase();
  const one = new SharedPublished(new PostgresSharedValues(openHandle(url)));
  const other = new SharedPublished(new PostgresSharedValues(openHandle(url)));
  const exchange = async () => {
    for (const each of [one, other]) await each.exchange();
  };
  return { one, other, exchange };
});
