/** Discord's limit for a bot over all its targets, 50 requests in a second: what counts towards it passes here first. */
export interface Pace {
  /** For one HTTP request: resolves when it may leave, first come first served, or when the signal aborts. */
  pass(signal?: AbortSignal): Promise<void>;
  /** Nobody passes for so many ms, nor who was waiting already. */
  hold(ms: number): Promise<void>;
}
