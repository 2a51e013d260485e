import type { IsBanned } from './canvases.ts';
import type { Rivals } from './undercut.ts';

/** What some sources must know beside the change itself. `market` null: none yet, so that nobody can be undercut. */
export interface Surroundings {
  readonly market: Rivals | null;
  readonly isBanned: IsBanned;
}

/** Nothing around: no market, no bans. */
export const NOWHERE: Surroundings = { market: null, isBanned: () => false };
