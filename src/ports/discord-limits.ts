/**
 * The bot token that Discord refused, kept as a fingerprint: a later start with it asks nobody, so that a restart policy does
 * not ask Discord over and over. One at most is kept.
 */
export interface RefusedToken {
  /** Whether the refused token is this one. */
  is(token: string): Promise<boolean>;
  /** Resolves once it is on disk. @throws NotSaved */
  keep(token: string): Promise<void>;
  /** Lets the refused token be tried again. @throws NotSaved */
  forget(): Promise<void>;
}

/** The sender that a hold stops: this machine's address, or the bot. */
export type HoldScope = 'address' | 'bot';

/** Holds that Discord asks for, kept through restarts: the next process waits for the rest (table `send_holds`). */
export interface SendHolds {
  /** @returns the end of the hold, epoch ms, or null if none is known */
  until(scope: HoldScope): Promise<number | null>;
  /** Resolves once it is on disk. @param until epoch ms, `forMs` from now. @throws NotSaved */
  keep(scope: HoldScope, until: number, forMs: number): Promise<void>;
}
