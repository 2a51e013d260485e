/** Work that nobody asks for and that comes back. */
export interface Job {
  /** Leads its lines in the log. */
  readonly name: string;
  /** From the start to the first run. */
  readonly firstAfterMs: number;
  /** From the end of a run to the next. */
  readonly everyMs: number;
  /** From a run that failed to the next try. */
  readonly retryAfterMs: number;
  run(): Promise<void>;
}
