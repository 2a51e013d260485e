import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';
import type { Postgres } from './connection.ts';
import { PostgresIdentifies } from './fleet/identifies.ts';
import { PostgresShardBlocks } from './fleet/shard-blocks.ts';
import { openSharedJournal } from './journal.ts';
import { PostgresLeadership } from './leadership.ts';
import { openPen } from './pen/open-pen.ts';
import { openServerClock } from './server-clock.ts';
import { PostgresSharedValues } from './shared-values.ts';
import { PostgresStoredSnapshots } from './snapshots.ts';
import { PostgresWrittenEvents } from './written-events.ts';

/** What of the store's ports a database holds; `postgres` is open, and ended by `close`. */
export async function openPostgresPorts(postgres: Postgres, given: Clock, log: Log) {
  const over = new AbortController();
  const clock = await openServerClock(given, postgres, log, { signal: over.signal });
  const now = () => clock.now();
  const journal = openSharedJournal(postgres, now, log);
  const shardBlocks = new PostgresShardBlocks({ postgres, clock, log });
  return {
    clock,
    journal,
    shardBlocks,
    identifies: new PostgresIdentifies(postgres, clock),
    leadership: new PostgresLeadership({
      postgres,
      openPen: (session, epoch) => openPen(session, epoch, now),
      ...{ clock, log },
    }),
    fleet: {
      values: new PostgresSharedValues(postgres),
      snapshots: new PostgresStoredSnapshots(postgres),
      events: new PostgresWrittenEvents(postgres, log),
    },
    beganAt: (await journal.checkpoint('began')) ?? now(),
    // Whoever comes first finds all servers new; to note that again changes nothing.
    isNew: true,
    async close(): Promise<void> {
      over.abort();
      await shardBlocks.close();
      await postgres.end();
    },
  };
}
