/**
 * The bot token that Discord rejected, saved as a fingerprint. A later start with it does not log in, so a restart
 * policy does not ask Discord over and over. At most one is saved.
 */
export interface RefusedToken {
  /** Returns whether this token is the rejected one. */
  is(token: string): Promise<boolean>;
  /**
   * Resolves once the fingerprint is durable.
   * @throws NotSaved
   */
  keep(token: string): Promise<void>;
  /**
   * Deletes the fingerprint, so that the token is tried again.
   * @throws NotSaved
   */
  forget(): Promise<void>;
}

/** The sender that a hold stops. */
export type HoldScope =
  /** All requests from this machine's address. */
  | 'address'
  /** All requests of the bot, from any address. */
  | 'bot';

/** Holds that Discord asks for, saved through restarts: the next process waits for the rest (table `send_holds`). */
export interface SendHolds {
  /** @returns the end of the hold, epoch ms, or null if none is known */
  until(scope: HoldScope): Promise<number | null>;
  /**
   * Resolves once the hold is durable.
   * @param until epoch ms, `forMs` from now
   * @throws NotSaved
   */
  keep(scope: HoldScope, until: number, forMs: number): Promise<void>;
}
