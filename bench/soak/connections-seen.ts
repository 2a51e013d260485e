import type { StreamConnection } from '../../sandbox/service/stream-connection.ts';
import type { Clock } from '../../src/time/clock.ts';
import type { Span } from './days-ledger.ts';
import type { SoakWorld } from './soak-world.ts';

/** A stopped bot and a silent peer gave their last sign of life some seconds before the outage begins. */
const EARLIER_MS = 35_000;
const LATER_MS = 2_000;
const LONG_LIVED_MS = 61_000;

/** The stream's connections from the service's side. */
export function watchConnections({ service }: SoakWorld, clock: Clock) {
  const spans: Span[] = [];
  const frozen = new WeakSet<StreamConnection>();
  /** When the bot lost its connection; null while it is connected. */
  let deafSince: number | null = clock.now();
  /** When a peer fell silent after a connection so long that the reconnect follows without a long wait. */
  let silentSince: number | null = null;
  let liveSince = Number.POSITIVE_INFINITY;
  let longestBlindMs = 0;
  let most = 0;
  let onLive: () => void = () => {};

  service.events.on('connection', (connection) => {
    const now = clock.now();
    most = Math.max(most, [...service.connections].filter((one) => !frozen.has(one)).length);
    liveSince = now;
    if (silentSince !== null) longestBlindMs = Math.max(longestBlindMs, now - silentSince);
    if (deafSince !== null) spans.push({ from: deafSince, until: now });
    deafSince = null;
    silentSince = null;
    onLive();
    void connection.closed.then(() => {
      if (!frozen.has(connection)) deafSince ??= clock.now();
    });
  });

  return {
    spans: spans as readonly Span[],
    longestBlindMs: () => longestBlindMs,
    /** The most connections at one time. */
    most: () => most,
    /** Notes that a fault strikes next. */
    strike(name: string): void {
      if (name !== 'frozen' || deafSince !== null) return;
      for (const connection of service.connections) frozen.add(connection);
      deafSince = clock.now();
      silentSince = deafSince - liveSince > LONG_LIVED_MS ? deafSince : null;
    },
    /** Resolves when the bot is connected. */
    async live(): Promise<void> {
      // The service notices the last fault some turns later.
      await clock.sleep(1_000);
      if (deafSince !== null)
        await new Promise<void>((resolve) => {
          onLive = resolve;
        });
      // The bot has left these connections, which a real service would notice too.
      for (const connection of service.connections) if (frozen.has(connection)) connection.cut();
    },
  };
}

/**
 * Lists the outages that the service saw and the bot did not record, and the reverse. One outage may contain several of
 * the service's, and begins with the first.
 */
export function compareOutages(made: readonly Span[], recorded: readonly Span[]) {
  const isRecorded = ({ from, until }: Span) =>
    recorded.some((outage) => outage.from - LATER_MS <= from && until <= outage.until + LATER_MS);
  const isMade = (outage: Span) =>
    made.some(
      ({ from, until }) =>
        outage.from - LATER_MS <= from && from - outage.from <= EARLIER_MS && until <= outage.until + LATER_MS,
    );
  return {
    made: made.length,
    recorded: recorded.length,
    unrecorded: made.filter((span) => !isRecorded(span)),
    unmade: recorded.filter((outage) => !isMade(outage)),
  };
}
