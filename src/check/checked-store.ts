import type { RefusedToken } from '../ports/discord-limits.ts';
import type { KeptStockEvidence } from '../ports/journal.ts';
import type { Feed } from '../routing/feed.ts';
import type { Target } from '../routing/notice.ts';
import type { Finding } from './finding.ts';

/**
 * An inspected store. `feeds`, `refusedToken` null: they cannot be read, or there are none yet. `paused`: channels in which
 * Discord has refused Crier, by their ids.
 */
export interface CheckedStore {
  readonly finding: Finding;
  readonly feeds: readonly Feed[] | null;
  readonly paused: ReadonlySet<string>;
  /** Null if it cannot be read, or there is no store yet. */
  readonly stockEvidence: Pick<KeptStockEvidence, 'read'> | null;
  readonly refusedToken: Pick<RefusedToken, 'is' | 'forget'> | null;
  close(): Promise<void>;
}

/** The ids of those targets that are channels. */
export function channelsOf(targets: readonly Target[]): ReadonlySet<string> {
  return new Set(targets.flatMap(({ kind, id }) => (kind === 'channel' ? [id] : [])));
}

/** One of which no more is known. */
export function unread(finding: Finding): CheckedStore {
  return {
    finding,
    feeds: null,
    paused: new Set(),
    refusedToken: null,
    stockEvidence: null,
    close: async () => undefined,
  };
}
