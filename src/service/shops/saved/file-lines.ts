import { CorruptFile } from './format.ts';

const NEW_LINE = 0x0a;

/** The lines of a file, one after the other, as its bytes come in. */
export class FileLines {
  readonly #chunks: AsyncIterator<Buffer>;
  /** Has come, and belongs to the next line. */
  #rest: Buffer | null = null;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Whether there is another line, and so begins it. */
  async beginsWith(text: string): Promise<boolean> {
    this.#rest ??= await this.#next();
    return this.#rest?.toString('latin1', 0, text.length) === text;
  }

  /** The bytes of the next line as they come. @throws CorruptFile where it does not end */
  async *bytes(): AsyncGenerator<Buffer, void> {
    for (;;) {
      const chunk = this.#rest ?? (await this.#next());
      if (chunk === null) throw new CorruptFile('a line does not end');
      const end = chunk.indexOf(NEW_LINE);
      this.#rest = end < 0 || end + 1 === chunk.length ? null : chunk.subarray(end + 1);
      yield end < 0 ? chunk : chunk.subarray(0, end);
      if (end >= 0) return;
    }
  }

  /** What the next line holds; null: there is none. @throws CorruptFile */
  async next(): Promise<readonly unknown[] | null> {
    this.#rest ??= await this.#next();
    if (this.#rest === null) return null;
    const parts: Buffer[] = [];
    for await (const part of this.bytes()) parts.push(part);
    return parse(Buffer.concat(parts).toString());
  }

  /** All bytes that are left, whatever the lines. */
  async *rest(): AsyncGenerator<Buffer, void> {
    for (;;) {
      const chunk = this.#rest ?? (await this.#next());
      this.#rest = null;
      if (chunk === null) return;
      yield chunk;
    }
  }

  /** Lets go of the file; to be called however the reading ends. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #next(): Promise<Buffer | null> {
    const { done, value } = await this.#chunks.next();
    return done ? null : value;
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
