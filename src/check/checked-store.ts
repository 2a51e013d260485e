import type { RefusedToken } from '../ports/refused-token.ts';
import type { Feed } from '../routing/feed.ts';
import type { Finding } from './finding.ts';

/** A store that was looked over. `feeds`, `refusedToken` null: they cannot be read, or there are none yet. */
export interface CheckedStore {
  readonly finding: Finding;
  readonly feeds: readonly Feed[] | null;
  readonly refusedToken: Pick<RefusedToken, 'is' | 'forget'> | null;
  close(): Promise<void>;
}

/** One of which no more is known. */
export function unread(finding: Finding): CheckedStore {
  return { finding, feeds: null, refusedToken: null, close: async () => undefined };
}
