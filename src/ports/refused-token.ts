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
