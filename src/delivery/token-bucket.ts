/** How fast something may go: `burst` at once, `perSecond` sustained. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Discord's limit for a bot is 50 requests in a second, commands included: 5 are kept for what arrives closer together than it left. */
export const GLOBAL_RATE: Rate = { burst: 5, perSecond: 40 };

/** A token bucket as a value. Below 0: turns that are promised for later. `at`: ms of any clock that only grows. */
export interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

export function fullBucket(rate: Rate, at: number): Bucket {
  return { tokens: rate.burst, at };
}

function refilled(bucket: Bucket, rate: Rate, now: number): number {
  return Math.min(rate.burst, bucket.tokens + ((now - bucket.at) * rate.perSecond) / 1000);
}

/** Takes the next turn, first come first served, and says how long it is until then. */
export function takeTurn(
  bucket: Bucket,
  rate: Rate,
  now: number,
): { readonly bucket: Bucket; readonly waitMs: number } {
  const tokens = refilled(bucket, rate, now) - 1;
  return { bucket: { tokens, at: now }, waitMs: tokens >= 0 ? 0 : Math.ceil((-tokens * 1000) / rate.perSecond) };
}
