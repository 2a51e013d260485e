import type { GatewayStatus } from '../ports/gateway-status.ts';
import type { SnapshotStatus, StreamStatus } from '../ports/status.ts';

/** What Crier must have to do its work. `gateway` null: shards are left to other processes. */
export interface Works {
  readonly stream: Pick<StreamStatus, 'state'>;
  readonly snapshot: Pick<SnapshotStatus, 'takenAt' | 'trouble'>;
  /** Why nothing can be written down; null: it can. */
  readonly trouble: string | null;
  readonly gateway: GatewayStatus | null;
}

/** One refresh may fail, or two: a list that is older than this is missed. */
const SHOPS_OLD_MS = 10 * 60_000;

/** Why Crier cannot do all of its work at `now` (epoch ms), in a few words each; none: it can. */
export function whyNotReady({ stream, snapshot, trouble, gateway }: Works, now: number): string[] {
  const { takenAt, trouble: failing } = snapshot;
  const ageMs = takenAt === null ? 0 : now - takenAt;
  return [
    gateway?.state === 'logging-in' && 'Discord: logging in',
    gateway?.state === 'running' &&
      gateway.ready < Math.max(1, gateway.run) &&
      `Discord: ${gateway.ready} of ${gateway.run} shards ready`,
    stream.state !== 'live' && `stream: ${stream.state}`,
    takenAt === null && `shops: no list yet${failing === null ? '' : `, ${failing}`}`,
    failing !== null && ageMs > SHOPS_OLD_MS && `shops: ${Math.floor(ageMs / 60_000)} minutes old, ${failing}`,
    trouble !== null && `store: ${trouble}`,
  ].filter((why) => why !== false);
}
