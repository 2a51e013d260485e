import type { GatewayStatus, SnapshotStatus, StreamStatus } from '../ports/status.ts';

/** What Crier must have to do its work. `gateway` null: shards are left to other processes. */
export interface Works {
  readonly stream: Pick<StreamStatus, 'since' | 'state'>;
  readonly snapshot: Pick<SnapshotStatus, 'takenAt' | 'trouble'>;
  /** How often that is asked for. */
  readonly refreshMs: number;
  /** Why nothing can be written down; null: it can. */
  readonly trouble: string | null;
  readonly gateway: GatewayStatus | null;
}

/** One refresh may fail, or two: a list that is older than so many of them, and than this, is missed. */
const OLD_REFRESHES = 3;
const LEAST_OLD_MS = 10 * 60_000;

/** Why Crier cannot do all of its work at `now` (epoch ms), in a few words each; none: it can. */
export function whyNotReady({ stream, snapshot, refreshMs, trouble, gateway }: Works, now: number): string[] {
  const { takenAt, trouble: failing } = snapshot;
  const ageMs = takenAt === null ? 0 : now - takenAt;
  const isOld = ageMs > Math.max(LEAST_OLD_MS, OLD_REFRESHES * refreshMs);
  return [
    gateway?.state === 'logging-in' && 'Discord: logging in',
    gateway?.state === 'running' &&
      gateway.ready < Math.max(1, gateway.run) &&
      `Discord: ${gateway.ready} of ${gateway.run} shards ready`,
    stream.state !== 'live' && `stream: ${stream.state} since ${new Date(stream.since).toISOString()}`,
    takenAt === null && `shops: no list yet${failing === null ? '' : `, ${failing}`}`,
    failing !== null && isOld && `shops: ${Math.floor(ageMs / 60_000)} minutes old, ${failing}`,
    trouble !== null && `store: ${trouble}`,
  ].filter((why) => why !== false);
}
