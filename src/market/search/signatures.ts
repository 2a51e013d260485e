/** Numbers of one text: its length and first letter, its letters, the first letters of its words, and four of its pairs of letters. */
const STRIDE = 7;
const PAIRS_AT = 3;
const PAIR_WORDS = STRIDE - PAIRS_AT;

/**
 * Bit patterns of a list of texts, by which the few that can answer are found with a few numbers for each text; these must then be
 * looked at. Built once, in the order of the list.
 */
export class Signatures {
  readonly #numbers: Int32Array;
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
    this.#numbers = new Int32Array(size * STRIDE);
  }

  /** `words`: the text with a blank before each word, if it has several. */
  set(index: number, text: string, words = ` ${text}`): void {
    const at = index * STRIDE;
    const numbers = this.#numbers;
    numbers[at] = text.length | (text.charCodeAt(0) << 16);
    addLetters(numbers, at, text);
    for (let blank = words.indexOf(' '); blank >= 0; blank = words.indexOf(' ', blank + 1)) {
      numbers[at + 2] = (numbers[at + 2] ?? 0) | bitOf(words.charCodeAt(blank + 1));
    }
  }

  /** Those that begin with the first letter of `text`; all, where it is empty. */
  *beginning(text: string): Generator<number, void> {
    const first = text.charCodeAt(0) << 16;
    for (let index = 0; index < this.#size; index++) {
      if (text === '' || ((this.#numbers[index * STRIDE] ?? 0) & -0x10000) === first) yield index;
    }
  }

  /** Those that can hold each of the parts. `beginnings`: and with whose first letters words of theirs can begin. */
  *holding(parts: readonly string[], beginnings: readonly string[] = []): Generator<number, void> {
    const wanted = new Int32Array(STRIDE);
    for (const part of parts) addLetters(wanted, 0, part);
    for (const beginning of beginnings) wanted[2] = (wanted[2] ?? 0) | bitOf(beginning.charCodeAt(0));
    for (let index = 0; index < this.#size; index++) {
      if (this.#holdsAll(index * STRIDE, wanted)) yield index;
    }
  }

  /** Those that can become `text` by so many edits: a letter too many, too few, wrong, or two swapped. */
  *near(text: string, edits: number): Generator<number, void> {
    const wanted = new Int32Array(STRIDE);
    addLetters(wanted, 0, text);
    const letters = wanted[1] ?? 0;
    for (let index = 0; index < this.#size; index++) {
      const at = index * STRIDE;
      const length = (this.#numbers[at] ?? 0) & 0xffff;
      if (length < text.length - edits || length > text.length + edits) continue;
      const own = this.#numbers[at + 1] ?? 0;
      if (countBits(letters & ~own) > edits || countBits(own & ~letters) > edits) continue;
      // A swap touches three pairs, every other edit fewer.
      if (this.#lackedPairs(at, wanted) <= 3 * edits) yield index;
    }
  }

  #holdsAll(at: number, wanted: Int32Array): boolean {
    for (let word = 1; word < STRIDE; word++) {
      const bits = wanted[word] ?? 0;
      if (((this.#numbers[at + word] ?? 0) & bits) !== bits) return false;
    }
    return true;
  }

  #lackedPairs(at: number, wanted: Int32Array): number {
    let lacked = 0;
    for (let word = PAIRS_AT; word < STRIDE; word++) {
      lacked += countBits((wanted[word] ?? 0) & ~(this.#numbers[at + word] ?? 0));
    }
    return lacked;
  }
}

/** Letters and pairs of the text join those that stand at `at`. */
function addLetters(numbers: Int32Array, at: number, text: string): void {
  let before = -1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    numbers[at + 1] = (numbers[at + 1] ?? 0) | bitOf(code);
    if (before >= 0) {
      const pair = mix(before, code);
      const word = at + PAIRS_AT + (pair & (PAIR_WORDS - 1));
      numbers[word] = (numbers[word] ?? 0) | bitOf(pair >>> 8);
    }
    before = code;
  }
}

function bitOf(code: number): number {
  return 1 << (code & 31);
}

function mix(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
