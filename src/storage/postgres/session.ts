import { type Backend, ConnectionLost } from '../../faults/store-faults.ts';
import { systemClock } from '../../time/clock.ts';
import { SerialQueue } from '../../time/serial-queue.ts';
import { within } from '../../time/within.ts';
import { backendOf, LimitedClient, type Patience, type Queryable, run, settingsOf } from './client.ts';
import { endsConnection, isConnectionLost } from './connection-lost.ts';
import type { PostgresLocation } from './location.ts';

/** A connection of one's own, for what belongs to one: advisory locks, LISTEN. Its statements run one after another. */
export interface Session extends Queryable {
  readonly backend: Backend;
  /** Aborts with a ConnectionLost as soon as the connection is known to be over, on either side. */
  readonly ended: AbortSignal;
  onNotification(heard: () => void): void;
  /** Within a second, whatever the other side does. */
  end(): Promise<void>;
}

const END_MS = 1_000;

/** @throws ConnectionLost where none is to be had; what PostgreSQL says where it does not let one in */
export async function connectSession(location: PostgresLocation, patience: Patience): Promise<Session> {
  const client = new LimitedClient(settingsOf(location, patience));
  const over = new AbortController();
  let backend: Backend | null = null;
  const abort = (cause: unknown) => over.abort(new ConnectionLost(cause, backend));
  client.on('error', abort);
  client.on('end', () => abort(new Error('Connection ended')));
  const end = () => within(END_MS, client.end(), systemClock);
  try {
    await client.connect();
    backend = await backendOf(client, patience);
  } catch (error) {
    await end();
    throw endsConnection(error) ? new ConnectionLost(error, null) : error;
  }
  const queue = new SerialQueue();
  return {
    backend,
    ended: over.signal,
    query: (sql, values) =>
      queue.run(async () => {
        try {
          return await run({ client, patience, backend }, sql, values);
        } catch (error) {
          // An answer that did not come ends the connection, too.
          if (isConnectionLost(error)) {
            abort(error.cause);
            await end();
          }
          throw error;
        }
      }),
    onNotification: (heard) => void client.on('notification', () => heard()),
    end,
  };
}

/** The first of the two numbers of each advisory lock. Locks are shared within a database, so each Crier needs its own. */
export const LOCKS = {
  /** With 1: its holder is the leader, which ingests and writes the journal. */
  leader: 4711,
  /** With a block's number, from 1: its holder runs these shards. With 0: shared by all processes that run shards or wait for some. */
  shardBlock: 4712,
  /** With 1: its holder migrates the tables. */
  migration: 4713,
} as const;
