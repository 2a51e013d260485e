import { formatOperatorFault } from '../faults/operator-fault.ts';
import type { RefusedToken } from '../ports/discord-limits.ts';
import type { KeptStockEvidence } from '../ports/journal.ts';
import type { Feed } from '../routing/feed.ts';
import type { Target } from '../routing/notice.ts';

/** The label of findings about the store, on either engine. */
export const STORE_LABEL = 'Store';

/**
 * One check's result: a label and a message in whole sentences. A failed check says how to fix it. `isWell` is null if
 * the check could not run because of another fault.
 */
export interface Finding {
  readonly label: string;
  readonly isWell: boolean | null;
  readonly message: string;
}

export function passed(label: string, message: string): Finding {
  return { label, isWell: true, message };
}

export function failed(label: string, message: string): Finding {
  return { label, isWell: false, message };
}

export function notChecked(label: string, message: string): Finding {
  return { label, isWell: null, message };
}

/** @throws the error itself if the operator cannot fix it: it is a fault of Crier's own */
export function failedBy(label: string, error: unknown): Finding {
  const message = formatOperatorFault(error);
  if (message === null) throw error;
  return failed(label, message);
}

export function formatFinding({ label, isWell, message }: Finding): string {
  // Names of servers and channels are in the message. Control characters in them must not reach the terminal.
  const plain = message.replace(/(?!\n)\p{C}/gu, '').replaceAll('\n', '\n  ');
  return `${isWell === null ? '–' : isWell ? '✓' : '✗'} ${label}: ${plain}`;
}

/**
 * The checked store. `feeds` and `refusedToken` are null if they cannot be read or there is no store yet. `paused` has
 * the ids of the channels in which Discord rejected Crier.
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

/** Returns the ids of the targets that are channels. */
export function channelsOf(targets: readonly Target[]): ReadonlySet<string> {
  return new Set(targets.flatMap(({ kind, id }) => (kind === 'channel' ? [id] : [])));
}

/** Returns the result for a store whose content is unknown. */
export function unreadStore(finding: Finding): CheckedStore {
  return {
    finding,
    feeds: null,
    paused: new Set(),
    refusedToken: null,
    stockEvidence: null,
    close: async () => undefined,
  };
}
