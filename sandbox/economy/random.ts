/** A seeded random source. The same seed gives the same sequence on every machine. Not for secrets. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  unit(): number;
  /** Returns a whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  /** Returns true with this probability (0 to 1). */
  chance(probability: number): boolean;
  /**
   * Returns one element of a list.
   * @throws RangeError if the list is empty
   */
  pick<T>(list: readonly T[]): T;
  /** Returns a version 4 UUID in lower case. */
  uuid(): string;
}

const DIGITS = '0123456789abcdef';

/** Seeds a mulberry32 generator. Its 32 bits of state are enough for a simulated market. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function unit(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const integer = (least: number, most: number) => least + Math.floor(unit() * (most - least + 1));

  function pick<T>(list: readonly T[]): T {
    const index = integer(0, list.length - 1);
    if (list.length === 0) throw new RangeError('nothing to pick from');
    return list[index] as T;
  }

  function hex(digits: number): string {
    let written = '';
    while (written.length < digits) written += DIGITS[integer(0, 15)];
    return written;
  }

  return {
    unit,
    integer,
    pick,
    chance: (probability) => unit() < probability,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`,
  };
}
