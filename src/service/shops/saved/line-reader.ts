import { CorruptFile } from './format.ts';

const NEW_LINE = 0x0a;

/** Reads the lines of `LineWriter` as they come in. */
export class LineReader {
  /** The beginning of a line whose end is still to come. */
  #begun: Buffer[] = [];

  /** Gives the lines that are whole by now. @throws CorruptFile */
  *push(chunk: Buffer): Generator<readonly unknown[], void> {
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      const last = chunk.subarray(from, end);
      from = end + 1;
      const line = this.#begun.length === 0 ? last : Buffer.concat([...this.#begun, last]);
      this.#begun = [];
      yield parse(line.toString());
    }
    if (from < chunk.length) this.#begun.push(chunk.subarray(from));
  }

  /** @throws CorruptFile where the last line has no end */
  end(): void {
    if (this.#begun.length > 0) throw new CorruptFile('the last line is cut short');
  }
}

function parse(line: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(line);
    if (Array.isArray(value)) return value;
  } catch (error) {
    throw new CorruptFile('a line is not JSON', { cause: error });
  }
  throw new CorruptFile('a line is not an array');
}
