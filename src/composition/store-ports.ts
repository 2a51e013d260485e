import type { Addresses } from '../ports/addresses.ts';
import type { FeedUndos } from '../ports/feed-undos.ts';
import type { Identifies } from '../ports/identifies.ts';
import type { SharedJournal } from '../ports/journal.ts';
import type { Leadership } from '../ports/leadership.ts';
import type { Lines } from '../ports/lines.ts';
import type { Pace } from '../ports/pace.ts';
import type { Pauses } from '../ports/pauses.ts';
import type { Queries } from '../ports/queries.ts';
import type { RefusedToken } from '../ports/refused-token.ts';
import type { RetriedRefusals } from '../ports/retried-refusals.ts';
import type { Router } from '../ports/router.ts';
import type { SendBlocks } from '../ports/send-blocks.ts';
import type { Settings, SettingsLack } from '../ports/settings.ts';
import type { ShardBlocks } from '../ports/shard-blocks.ts';
import type { SharedValues } from '../ports/shared-values.ts';
import type { StoredSnapshots } from '../ports/snapshots.ts';
import type { KeptStockEvidence } from '../ports/stock-evidence.ts';
import type { Subscriptions } from '../ports/subscriptions.ts';
import type { Turns } from '../ports/turns.ts';
import type { Undos } from '../ports/undos.ts';
import type { UnfinishedChanges } from '../ports/unfinished-changes.ts';
import type { WrittenEvents } from '../ports/written-events.ts';
import type { Clock } from '../time/clock.ts';

/** All that a store holds, and how it is written: what earlier runs left, and whose turn it is to take in more. */
export interface StorePorts {
  readonly journal: SharedJournal;
  readonly subscriptions: Subscriptions;
  readonly router: Router;
  /** Writing here also updates `subscriptions`. */
  readonly settings: Settings;
  readonly settingsLack: () => SettingsLack | null;
  /** Why settings cannot be written, where that shows in nothing else; null: they can. */
  readonly settingsTrouble: () => string | null;
  readonly turns: Turns;
  /** null: a turn is all or nothing by itself. */
  readonly unfinished: UnfinishedChanges | null;
  readonly paused: Pauses;
  readonly queries: Queries;
  readonly addresses: Addresses;
  readonly undos: Undos;
  readonly feedUndos: FeedUndos;
  readonly refusedToken: RefusedToken;
  readonly retriedRefusals: RetriedRefusals;
  readonly sendBlocks: SendBlocks;
  readonly stockEvidence: KeptStockEvidence;
  readonly leadership: Leadership;
  readonly lines: Lines;
  readonly pace: Pace;
  /** Its wall time is the store's: what several machines write can be compared. */
  readonly clock: Clock;
  /** What several processes on one store need; null: this one is alone, its files are locked. */
  readonly fleet: FleetPorts | null;
  readonly shardBlocks: ShardBlocks;
  readonly identifies: Identifies;
  /** Bytes of its parts, by name. */
  readonly bytes: () => Promise<Readonly<Record<string, number>>>;
  /** When Crier first ran with this store, epoch ms. */
  readonly beganAt: number;
  /** Whether that is now. */
  readonly isNew: boolean;
  close(): Promise<void>;
}

/** What the other processes do, for who does not lead. */
export interface FleetPorts {
  readonly values: SharedValues;
  readonly snapshots: StoredSnapshots;
  readonly events: WrittenEvents;
}
