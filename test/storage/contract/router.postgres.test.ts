import { targetKey } from '../../../src/routing/notice.ts';
import { settingsForms } from '../../../src/storage/mappers/settings-records.ts';
import { PostgresRouter } from '../../../src/storage/postgres/router.ts';
import { PostgresSettings } from '../../../src/storage/postgres/settings.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { NOW } from '../../routing/arbitraries.ts';
import { borrowHandle } from '../postgres/database.ts';
import { routerContract } from './router.contract.ts';

routerContract('PostgreSQL', async () => {
  const db = await borrowHandle();
  const forms = settingsForms(recordingLog());
  return {
    settings: new PostgresSettings(db, forms),
    router: new PostgresRouter({ db, forms, now: () => NOW }),
    async pause(target) {
      await db.query('INSERT INTO pauses (target, code, at) VALUES ($1, 50007, 1)', [targetKey(target)]);
    },
  };
});
