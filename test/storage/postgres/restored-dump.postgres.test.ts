import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BACKUP_RESTORED_REASON } from '../../../src/storage/mappers/outbox-rows.ts';
import { writeCause } from '../../../src/storage/mappers/stored-cause.ts';
import { POSTGRES_MIGRATIONS } from '../../../src/storage/migrations/postgres.ts';
import { openOtherProgram, openVersion, upgrade } from './old-version.ts';

const SETTLE_RESTORED = readFileSync(join(import.meta.dirname, '../../../ops/after-restore.sql'), 'utf8');

test.each([1, 5, POSTGRES_MIGRATIONS.length])(
  'a restored dump of version %i drops its outbox before its upgrade, and records the gap as an outage',
  async (version) => {
    const { url, session } = await openVersion(version);
    const [lines, published] = version < 6 ? ['lines', 'published'] : ['target_leases', 'fleet_state'];
    await session.query(
      `INSERT INTO causes (id, json) VALUES (1, '${writeCause({ kind: 'expiring', at: 5, expiresAt: 9 })}');
       INSERT INTO notices (id, cause, target, due_at, ${version < 5 ? 'sources' : 'subscription_ids'}) VALUES (2, 1, 'user:400', 6, '["w1"]');
       INSERT INTO messages (target, nonce, body, sealed_at) VALUES ('user:400', 'n1', '{}', 1);
       INSERT INTO ${lines} (target, due_at) VALUES ('user:400', 6);
       INSERT INTO ${published} (name, json, at) VALUES ('a', '1', to_timestamp(7))`,
    );
    const psql = await openOtherProgram(url);
    await psql.query(SETTLE_RESTORED);
    const left = await psql.query(`SELECT FROM pg_class WHERE relnamespace = pg_my_temp_schema()`);
    expect(left.rowCount, 'temporary tables and views').toBe(0);
    await upgrade(url);
    const { rows } = await psql.query(`SELECT n.why AS notice, m.why AS message, o.began::int, o.why AS outage,
        (SELECT at FROM checkpoints WHERE name = 'mark:restored-from')::int AS "from",
        (SELECT count(*) FROM target_leases)::int AS leases, m.settled_at = o.ended AS "isEnded"
      FROM notices n, messages m, outages o`);
    expect(rows).toEqual([
      {
        ...{ notice: BACKUP_RESTORED_REASON, message: BACKUP_RESTORED_REASON, isEnded: true },
        ...{ outage: 'restored', began: 7_000, from: 7_000, leases: 0 },
      },
    ]);
  },
);
