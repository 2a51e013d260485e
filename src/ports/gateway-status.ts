/** What this process does at Discord's gateway. */
export interface GatewayStatus {
  /**
   * `running`: it has logged in, with some shards at least. `logging-in`: it has not, whatever for: Discord is away, no logins are left for
   * today, its shards are not given to it. `standing-by`: others run all shards.
   */
  readonly state: 'logging-in' | 'running' | 'standing-by';
  /** Shards of the bot, in all processes; null: not agreed on yet. */
  readonly total: number | null;
  /** Shards that this process runs, or logs in just now; while it does not know which, 0. */
  readonly run: number;
  /** How many of them are ready. */
  readonly ready: number;
}
