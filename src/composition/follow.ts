import { Condition } from '../log/condition.ts';
import type { StockUnit } from '../market/shops/stock.ts';
import type { CurrentMarket } from '../pipeline/current-market.ts';
import { Follower } from '../pipeline/follower.ts';
import type { History, WrittenEvents } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { StoredSnapshots } from '../ports/snapshots.ts';
import { readSnapshot } from '../service/shops/saved/read-chain.ts';
import type { Clock } from '../time/clock.ts';
import type { HeardStatus } from './heard-status.ts';

/** How old the market of who follows may be beside the leader's. */
const EVERY_MS = 500;

export interface FollowParts {
  readonly current: CurrentMarket;
  readonly heard: HeardStatus;
  readonly history: Pick<History, 'snapshotAt'>;
  readonly snapshots: StoredSnapshots;
  readonly events: WrittenEvents;
  /** The leader's market is shown, where it has one. */
  readonly onFollowed: () => void;
  /** The unit that the stock of saved records counts. */
  readonly unit: StockUnit;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
}

/** Shows what the leader takes in, and hears what it tells, until the signal aborts; never rejects. */
export async function follow(parts: FollowParts, signal: AbortSignal): Promise<void> {
  const { current, heard, history, snapshots, events, onFollowed, unit, clock, log } = parts;
  const condition = new Condition({
    log,
    begins: 'Market of the leader unreadable, retrying',
    ends: 'Market of the leader readable again',
  });
  const follower = new Follower({
    ...{ current, history, events },
    read: (takenAt) => readSnapshot(snapshots, takenAt, unit),
    confirmed: () => heard.status()?.shown ?? null,
  });
  while (!signal.aborted) {
    try {
      await heard.look();
      await follower.look();
      onFollowed();
      condition.clear();
    } catch (error) {
      condition.set(error);
    }
    await clock.sleep(EVERY_MS, signal);
  }
}
