import { formatOperatorFault } from '../faults/operator-fault.ts';
import type { RefusedToken } from '../ports/discord-limits.ts';
import type { KeptStockEvidence } from '../ports/journal.ts';
import type { Feed } from '../routing/feed.ts';
import type { Target } from '../routing/notice.ts';

/**
 * What was looked at, in a word, and what came of it, in whole sentences; where it is not well, with what would do. `isWell` null: it could
 * not be looked at, for what is said of something else.
 */
export interface Finding {
  readonly what: string;
  readonly isWell: boolean | null;
  readonly said: string;
}

export function well(what: string, said: string): Finding {
  return { what, isWell: true, said };
}

export function amiss(what: string, said: string): Finding {
  return { what, isWell: false, said };
}

export function unseen(what: string, said: string): Finding {
  return { what, isWell: null, said };
}

/** @throws the error itself where the operator cannot mend it: it is a fault of Crier's own */
export function amissBy(what: string, error: unknown): Finding {
  const said = formatOperatorFault(error);
  if (said === null) throw error;
  return amiss(what, said);
}

export function formatFinding({ what, isWell, said }: Finding): string {
  // Names of servers and channels are in it: nothing of them is to steer a terminal.
  const plain = said.replace(/(?!\n)\p{C}/gu, '').replaceAll('\n', '\n  ');
  return `${isWell === null ? '–' : isWell ? '✓' : '✗'} ${what}: ${plain}`;
}

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
