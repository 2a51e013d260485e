import type { Clock } from './clock.ts';

const DISCORD_EPOCH_MS = 1_420_070_400_000n;

/** Generates Discord's ids: the milliseconds since 2015 above 22 bits, 18 or 19 digits that grow with time. */
export class Snowflakes {
  readonly #clock: Clock;
  #last = 0n;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  next(): string {
    const fromClock = (BigInt(Math.floor(this.#clock.now())) - DISCORD_EPOCH_MS) << 22n;
    this.#last = fromClock > this.#last ? fromClock : this.#last + 1n;
    return this.#last.toString();
  }
}

/** Returns whether a value has the format of a Discord id. */
export function isSnowflake(value: unknown): value is string {
  return typeof value === 'string' && /^\d{17,20}$/.test(value);
}
