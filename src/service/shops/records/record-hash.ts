import { randomInt } from 'node:crypto';

/** Odd, so that no multiplication loses a bit; those of MurmurHash3 and xxHash. */
const WORD_1 = 0x9e3779b1;
const WORD_2 = 0x85ebca77;
const LANE_1 = 0xc2b2ae3d;
const LANE_2 = 0x27d4eb2f;
const LAST_1 = 0x85ebca6b;
const LAST_2 = 0xc2b2ae35;
const WORD_BYTES = 4;
/** Of this process: nobody outside knows which records would have one hash. */
const SEED_1 = randomInt(2 ** 32) | 0;
const SEED_2 = randomInt(2 ** 32) | 0;

/**
 * 64 bits of a record's bytes. Each word of four is mixed by itself, and then into two lanes of 32 bits, in each otherwise. All of
 * it can be undone, so that records of one length that differ in a single word never have the same hash. The hash is kept in
 * the object, so that to hash makes no garbage.
 */
export class RecordHash {
  low = 0;
  high = 0;

  /** Hashes the bytes from `from` up to `to`, exclusive. */
  of(view: DataView, from: number, to: number): void {
    let a = SEED_1 ^ (to - from);
    let b = SEED_2 ^ (to - from);
    let at = from;
    for (const last = to - WORD_BYTES; at <= last; at += WORD_BYTES) {
      const word = mixed(view.getInt32(at, true));
      a = Math.imul(a ^ word, LANE_1);
      a = (a << 13) | (a >>> 19);
      b = Math.imul((b + word) | 0, LANE_2);
      b = (b << 17) | (b >>> 15);
    }
    let rest = 0;
    for (; at < to; at += 1) rest = (rest << 8) | view.getUint8(at);
    const word = mixed(rest);
    a = Math.imul(a ^ word, LANE_1);
    b = Math.imul((b + word) | 0, LANE_2);
    this.low = spread(a ^ Math.imul(b, WORD_2));
    this.high = spread(b ^ this.low);
  }
}

function mixed(word: number): number {
  const once = Math.imul(word ^ SEED_1, WORD_1);
  return Math.imul(once ^ (once >>> 15), WORD_2);
}

/** Each bit of the result hangs on all bits. */
function spread(bits: number): number {
  const once = Math.imul(bits ^ (bits >>> 16), LAST_1);
  const twice = Math.imul(once ^ (once >>> 13), LAST_2);
  return twice ^ (twice >>> 16);
}
