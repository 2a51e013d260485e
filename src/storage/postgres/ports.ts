import { hostname } from 'node:os';
import type { RefusedToken } from '../../ports/discord-limits.ts';
import type { KeptStockEvidence } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { SettingsLack } from '../../ports/settings.ts';
import type { Clock } from '../../time/clock.ts';
import { createAddresses, createQueries } from '../cache/cache.ts';
import { type SettingsForms, settingsForms } from '../mappers/settings-records.ts';
import {
  createFeedUndos,
  createLandmarkStore,
  createRefusedToken,
  createRetriedRefusals,
  createSendHolds,
  createStockEvidence,
  createUndos,
} from '../records/records.ts';
import type { Postgres } from './connection.ts';
import { retryUntilReachable } from './connection-retries.ts';
import { PostgresFleetState, PostgresIdentifies } from './fleet/fleet.ts';
import { PostgresShardBlocks } from './fleet/shard-blocks.ts';
import { PostgresGlobalRateLimiter } from './global-rate-limiter.ts';
import { openIngestWriter } from './ingest/ingest-writer.ts';
import { openSharedJournal } from './journal.ts';
import { PostgresLeadership } from './leadership.ts';
import { NotifyListener } from './notify-listener.ts';
import { PostgresPauses } from './pauses.ts';
import { clearExpiredInDatabase, openPostgresRecords, openSharedCache } from './records.ts';
import { PostgresRouter } from './router.ts';
import { openServerClock } from './server-clock.ts';
import { PostgresSettings, PostgresSubscriptions } from './settings.ts';
import { PostgresSettingsTransactions } from './settings-transactions.ts';
import { PostgresStoredSnapshots } from './snapshots.ts';
import { PostgresTargetLeases } from './target-leases.ts';
import { PostgresWrittenEvents } from './written-events.ts';

/** Opens the record of the token that Discord rejected. */
export function openRefusedToken(postgres: Postgres, log: Log): RefusedToken {
  return createRefusedToken(openPostgresRecords(postgres, log));
}

/** Opens only the evidence for STOCK_UNIT. */
export function openStockEvidence(postgres: Postgres, log: Log): KeptStockEvidence {
  return createStockEvidence(openPostgresRecords(postgres, log));
}

/**
 * Counts the records that this process could not read, because PostgreSQL has no file to quarantine. A record counts
 * until it is read successfully. A deleted one counts until this process restarts, because reads do not show that a
 * record is gone.
 */
function countUnreadable({ feeds, watches, people }: SettingsForms): SettingsLack | null {
  const unreadable = { feeds: feeds.unreadCount, watches: watches.unreadCount, people: people.unreadCount };
  const isComplete = Object.values(unreadable).every((count) => count === 0);
  return isComplete ? null : { quarantinedAt: null, unreadable };
}

/** Opens the store's ports on an open database, which `close` ends. */
export async function openPostgresPorts(
  postgres: Postgres,
  { clock: given, random, log }: { readonly clock: Clock; readonly random: () => number; readonly log: Log },
) {
  const over = new AbortController();
  const clock = await openServerClock(given, postgres, log, { signal: over.signal });
  const now = () => clock.now();
  const journal = openSharedJournal(postgres, now, log);
  const shardBlocks = new PostgresShardBlocks({ postgres, clock, log });
  const notifyListener = new NotifyListener(postgres, clock, random, log);
  const listening = notifyListener.run(over.signal);
  const forms = settingsForms(log);
  const records = openPostgresRecords(postgres, log);
  const cache = openSharedCache(postgres, log);
  return {
    ...{ clock, journal, shardBlocks },
    settings: new PostgresSettings(postgres, forms),
    settingsLack: () => countUnreadable(forms),
    subscriptions: new PostgresSubscriptions(postgres, forms),
    router: new PostgresRouter({ db: postgres, forms, now }),
    transactions: new PostgresSettingsTransactions(postgres),
    addresses: createAddresses(cache),
    queries: createQueries(cache),
    refusedToken: createRefusedToken(records),
    retriedRefusals: createRetriedRefusals(records),
    sendHolds: createSendHolds(records, hostname()),
    stockEvidence: createStockEvidence(records),
    landmarks: createLandmarkStore(records),
    feedUndos: createFeedUndos(records),
    undos: createUndos(records),
    clearExpired: () => clearExpiredInDatabase(postgres),
    leases: new PostgresTargetLeases({ db: postgres, notifyListener, clock, log }),
    rateLimiter: new PostgresGlobalRateLimiter(postgres, clock),
    paused: new PostgresPauses(postgres),
    identifies: new PostgresIdentifies(postgres, clock),
    bytes: () => measureDatabase(postgres),
    leadership: new PostgresLeadership({
      postgres,
      openIngestWriter: (session, epoch) => openIngestWriter(session, epoch, now),
      ...{ clock, log },
    }),
    fleet: {
      state: new PostgresFleetState(postgres),
      snapshots: new PostgresStoredSnapshots(postgres),
      events: new PostgresWrittenEvents(postgres, log),
      superseded: postgres.superseded,
      checkVersion: () => postgres.checkVersion(),
    },
    beganAt: (await retryUntilReachable(() => journal.checkpoint('began'), clock, log)) ?? now(),
    // At the first start every server is new. Noting them again at each start changes nothing.
    isNew: true,
    async close(): Promise<void> {
      over.abort();
      await listening;
      await shardBlocks.close();
      await postgres.end();
    },
  };
}

/** Measures the database, as `storeBytes` in `storage/sqlite/files.ts` measures the files. */
async function measureDatabase(postgres: Postgres): Promise<{ database: number }> {
  const { rows } = await postgres.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
  return { database: Number(rows[0]?.bytes) };
}
