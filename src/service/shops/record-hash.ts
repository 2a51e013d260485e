import { randomFillSync } from 'node:crypto';

/** Bytes of one 32-bit word. */
export const WORD_BYTES = 4;
/**
 * Random seeds and odd multipliers of this process. Players write the hashed bytes, and cannot target unknown
 * constants.
 */
const [SEED_A = 0, SEED_B = 0, SEED_C = 0, SEED_D = 0, SEED_WORD = 0, ...MULTIPLIERS] = randomFillSync(
  new Int32Array(12),
);
const [WORD_1 = 1, WORD_2 = 1, LANE_A = 1, LANE_B = 1, LANE_C = 1, LANE_D = 1, LAST = 1] = MULTIPLIERS.map(
  (word) => word | 1,
);

/**
 * A 128-bit hash of bytes and their length. Each word of four bytes is mixed by itself and then into four lanes of 32
 * bits with multipliers of their own. Every step is reversible, so bytes of one length that differ in a single word
 * never have the same hash. The hash is stored in the object, so that hashing creates no garbage.
 */
export class RecordHash {
  a = 0;
  b = 0;
  c = 0;
  d = 0;

  /** Hashes the bytes from `from` up to `to`, exclusive. */
  update(view: DataView, from: number, to: number): void {
    const length = to - from;
    let a = SEED_A ^ length;
    let b = SEED_B ^ length;
    let c = SEED_C ^ length;
    let d = SEED_D ^ length;
    for (let at = from; at < to; at += WORD_BYTES) {
      const word = mix(to - at < WORD_BYTES ? lastWord(view, at, to) : view.getInt32(at, true));
      a = Math.imul(a ^ word, LANE_A);
      a = (a << 13) | (a >>> 19);
      b = Math.imul((b + word) | 0, LANE_B);
      b = (b << 17) | (b >>> 15);
      c = Math.imul((c - word) | 0, LANE_C);
      c = (c << 7) | (c >>> 25);
      d = Math.imul(d ^ (word << 16) ^ (word >>> 16), LANE_D);
      d = (d << 11) | (d >>> 21);
    }
    this.a = spread(a ^ Math.imul(b, WORD_1));
    this.b = spread(b ^ Math.imul(c, WORD_2));
    this.c = spread(c ^ Math.imul(d, WORD_1));
    this.d = spread(d ^ this.a);
  }
}

/** Returns the bytes after the last whole word. */
function lastWord(view: DataView, from: number, to: number): number {
  let word = 0;
  for (let at = from; at < to; at += 1) word = (word << 8) | view.getUint8(at);
  return word;
}

function mix(word: number): number {
  const once = Math.imul(word ^ SEED_WORD, WORD_1);
  return Math.imul(once ^ (once >>> 15), WORD_2);
}

/** Makes each bit of the result depend on all bits. */
function spread(bits: number): number {
  const once = Math.imul(bits ^ (bits >>> 16), LAST);
  const twice = Math.imul(once ^ (once >>> 13), WORD_2);
  return twice ^ (twice >>> 16);
}
