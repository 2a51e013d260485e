import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import type { Shop } from '../../market/shops/shop.ts';
import { type StockUnit, stockOf, wireStockOf } from '../../market/shops/stock.ts';
import type { StoredSnapshots } from '../../ports/snapshots.ts';
import { isShop } from '../../storage/mappers/stored-cause.ts';

/** Bytes decompressed at once, off the main thread. */
const CHUNK_BYTES = 262_144;
export const NEW_LINE = 0x0a;

/** A snapshot's file does not hold the data that was written. */
export class CorruptFile extends Error {
  override readonly name = 'CorruptFile';
}

/** The bytes could not be read. The file may be intact. */
export class UnreadableSnapshot extends Error {}

/** A snapshot taken at `takenAt` (epoch ms) that cannot be read. `error` is null if it is not stored. */
export interface UnreadSnapshot {
  readonly takenAt: number;
  readonly error: Error | null;
}

/** Reads the lines of a snapshot's file, decompressed, as its bytes arrive. */
export class SnapshotLines {
  readonly #chunks: AsyncIterator<Buffer>;
  /** Bytes that have arrived and belong to the next line. */
  #rest: Buffer | null = null;

  private constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /**
   * Opens the file of the snapshot that was taken at `takenAt`, epoch ms. The caller closes it.
   * @returns null if there is none
   * @throws UnreadableSnapshot, as every read does
   */
  static async open(stored: Pick<StoredSnapshots, 'read'>, takenAt: number): Promise<SnapshotLines | null> {
    const bytes = await stored.read(takenAt).catch(throwUnreadable);
    if (bytes === null) return null;
    // An error of any of the streams is thrown to the reader of the last one.
    const decompressed = pipeline(readable(bytes), createZstdDecompress({ chunkSize: CHUNK_BYTES }), () => undefined);
    return new SnapshotLines(decompressed);
  }

  /** Returns whether there is another line that begins with this ASCII text. */
  async beginsWith(text: string): Promise<boolean> {
    this.#rest ??= await this.#next();
    return this.#rest?.toString('latin1', 0, text.length) === text;
  }

  /**
   * Yields the bytes of the next line as they arrive.
   * @throws CorruptFile if it does not end
   */
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

  /**
   * @returns the values in the next line, or null if there is none
   * @throws CorruptFile
   */
  async next(): Promise<readonly unknown[] | null> {
    this.#rest ??= await this.#next();
    if (this.#rest === null) return null;
    const parts: Buffer[] = [];
    for await (const part of this.bytes()) parts.push(part);
    return parse(Buffer.concat(parts).toString());
  }

  /** Yields the remaining bytes, new lines included. */
  async *rest(): AsyncGenerator<Buffer, void> {
    for (;;) {
      const chunk = this.#rest ?? (await this.#next());
      this.#rest = null;
      if (chunk === null) return;
      yield chunk;
    }
  }

  /** Closes the file. Must be called however the reading ends. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #next(): Promise<Buffer | null> {
    const { done, value } = await this.#chunks.next();
    return done ? null : value;
  }
}

/**
 * Reads a shop that an earlier run wrote, and converts its stock to the current unit.
 * @param written the unit of the records' stock then, or null if the shop has the wire's number, as a Crier before
 *   0.4.0 wrote it
 * @throws CorruptFile if it is no shop
 */
export function readSavedShop(entry: unknown, written: StockUnit | null, unit: StockUnit): Shop {
  if (!isShop(entry)) throw new CorruptFile('an entry is no shop');
  const { remaining, item } = entry;
  const wireStock = written === null ? remaining : wireStockOf(remaining, item.quantity, written);
  const again = stockOf(wireStock, item.quantity, unit);
  return again === remaining ? entry : { ...entry, remaining: again };
}

async function* readable(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  try {
    yield* bytes;
  } catch (error) {
    throwUnreadable(error);
  }
}

function throwUnreadable(error: unknown): never {
  throw new UnreadableSnapshot(error instanceof Error ? error.message : String(error), { cause: error });
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
