/**
 * The bot token that Discord refused, kept as a fingerprint: a later start with it asks nobody, so that a restart policy does
 * not ask Discord over and over. One at most is kept.
 */
export interface RefusedToken {
  /** Whether it is this one. */
  is(token: string): Promise<boolean>;
  /** Durable before it resolves. @throws NotSaved */
  keep(token: string): Promise<void>;
  /** Whatever token it was may be tried again. @throws NotSaved */
  forget(): Promise<void>;
}

/** What Discord takes nothing from for a while: this machine's address, or the bot. */
export type Blocked = 'address' | 'bot';

/** Until when Discord wants nothing, kept through restarts: a process that begins anew has to wait for the rest. */
export interface SendBlocks {
  /** Epoch ms; null: it does not, as far as is known. */
  until(what: Blocked): Promise<number | null>;
  /** Durable before it resolves. `until`: epoch ms, in `forMs`. @throws NotSaved */
  keep(what: Blocked, until: number, forMs: number): Promise<void>;
}
