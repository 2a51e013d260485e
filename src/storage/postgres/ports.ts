import { hostname } from 'node:os';
import type { RefusedToken } from '../../ports/discord-limits.ts';
import type { KeptStockEvidence } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { cachedAddresses } from '../cache/addresses.ts';
import { cachedQueries } from '../cache/queries.ts';
import { formsOf } from '../mappers/settings-records.ts';
import { keptFeedUndos } from '../records/feed-undos.ts';
import { keptRefusedToken } from '../records/refused-token.ts';
import { keptRetriedRefusals } from '../records/retried-refusals.ts';
import { keptSendBlocks } from '../records/send-blocks.ts';
import { keptStockEvidence } from '../records/stock-evidence.ts';
import { keptUndos } from '../records/undos.ts';
import { databaseBytes } from './bytes.ts';
import { openCache } from './cache.ts';
import type { Postgres } from './connection.ts';
import { PostgresIdentifies } from './fleet/identifies.ts';
import { PostgresShardBlocks } from './fleet/shard-blocks.ts';
import { openSharedJournal } from './journal.ts';
import { PostgresLeadership } from './leadership.ts';
import { PostgresLines } from './lines/lines.ts';
import { News } from './news.ts';
import { PostgresPace } from './pace.ts';
import { PostgresPauses } from './pauses.ts';
import { openPen } from './pen/open-pen.ts';
import { clearExpired, openRecordTables } from './record-table.ts';
import { PostgresRouter } from './router.ts';
import { openServerClock } from './server-clock.ts';
import { PostgresSettings } from './settings/settings.ts';
import { PostgresSubscriptions } from './settings/subscriptions.ts';
import { PostgresSharedValues } from './shared-values.ts';
import { PostgresStoredSnapshots } from './snapshots.ts';
import { PostgresTurns } from './turns.ts';
import { untilReached } from './until-reached.ts';
import { PostgresWrittenEvents } from './written-events.ts';

/** The token that Discord refused one of the processes on a database. */
export function openRefusedToken(postgres: Postgres, log: Log): RefusedToken {
  return keptRefusedToken(openRecordTables(postgres, log));
}

/** The evidence for STOCK_UNIT alone. */
export function openStockEvidence(postgres: Postgres, log: Log): KeptStockEvidence {
  return keptStockEvidence(openRecordTables(postgres, log));
}

/** The store's ports on a database; `postgres` is open, and ended by `close`. */
export async function openPostgresPorts(
  postgres: Postgres,
  { clock: given, random, log }: { readonly clock: Clock; readonly random: () => number; readonly log: Log },
) {
  const over = new AbortController();
  const clock = await openServerClock(given, postgres, log, { signal: over.signal });
  const now = () => clock.now();
  const journal = openSharedJournal(postgres, now, log);
  const shardBlocks = new PostgresShardBlocks({ postgres, clock, log });
  const news = new News(postgres, clock, random, log);
  const listening = news.run(over.signal);
  const forms = formsOf(log);
  const records = openRecordTables(postgres, log);
  const cache = openCache(postgres, log);
  return {
    ...{ clock, journal, shardBlocks },
    settings: new PostgresSettings(postgres, forms),
    settingsLack: () => null,
    subscriptions: new PostgresSubscriptions(postgres, forms),
    router: new PostgresRouter({ db: postgres, forms, now }),
    turns: new PostgresTurns(postgres),
    addresses: cachedAddresses(cache),
    queries: cachedQueries(cache),
    refusedToken: keptRefusedToken(records),
    retriedRefusals: keptRetriedRefusals(records),
    sendBlocks: keptSendBlocks(records, hostname()),
    stockEvidence: keptStockEvidence(records),
    feedUndos: keptFeedUndos(records),
    undos: keptUndos(records),
    clearExpired: () => clearExpired(postgres),
    lines: new PostgresLines({ db: postgres, news, clock, log }),
    pace: new PostgresPace(postgres, clock),
    paused: new PostgresPauses(postgres, journal),
    identifies: new PostgresIdentifies(postgres, clock),
    bytes: () => databaseBytes(postgres),
    leadership: new PostgresLeadership({
      postgres,
      openPen: (session, epoch) => openPen(session, epoch, now),
      ...{ clock, log },
    }),
    fleet: {
      values: new PostgresSharedValues(postgres),
      snapshots: new PostgresStoredSnapshots(postgres),
      events: new PostgresWrittenEvents(postgres, log),
      superseded: postgres.superseded,
      checkVersion: () => postgres.checkVersion(),
    },
    beganAt: (await untilReached(() => journal.checkpoint('began'), clock, log)) ?? now(),
    // Whoever comes first finds all servers new; to note that again changes nothing.
    isNew: true,
    async close(): Promise<void> {
      over.abort();
      await listening;
      await shardBlocks.close();
      await postgres.end();
    },
  };
}
