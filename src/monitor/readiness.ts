import type { GatewayStatus } from '../ports/gateway-status.ts';
import type { SnapshotStatus, StreamStatus } from '../ports/status.ts';

/** What Crier must have to do its work. `gateway` null: no shards are this process's to run. */
export interface Works {
  readonly stream: Pick<StreamStatus, 'state'>;
  readonly snapshot: Pick<SnapshotStatus, 'takenAt'>;
  /** Why nothing can be written down; null: it can. */
  readonly trouble: string | null;
  readonly gateway: GatewayStatus | null;
}

/** Why Crier cannot do all of its work just now, in a few words each; none: it can. */
export function whyNotReady({ stream, snapshot, trouble, gateway }: Works): string[] {
  return [
    gateway !== null &&
      gateway.ready < Math.max(1, gateway.run) &&
      `Discord: ${gateway.ready} of ${gateway.run} shards ready`,
    stream.state !== 'live' && `stream: ${stream.state}`,
    snapshot.takenAt === null && 'shops: no list yet',
    trouble !== null && `store: ${trouble}`,
  ].filter((why) => why !== false);
}
