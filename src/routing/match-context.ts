import type { IsBanned } from './banned-paintings.ts';
import type { Rivals } from './undercut.ts';

/** What some sources must know beside the change itself. `market` null: none yet, so that nobody can be undercut. */
export interface MatchContext {
  readonly market: Rivals | null;
  readonly isBanned: IsBanned;
}

/** Nothing around: no market, no bans. */
export const EMPTY_MATCH_CONTEXT: MatchContext = { market: null, isBanned: () => false };
