import type { Shop } from '../../../market/shops/shop.ts';
import { isShop } from '../../../stored/shop.ts';
import { readShop } from '../../wire/shop.ts';
import { CorruptFile, type End, FORMAT, isEnd, type Link } from './format.ts';
import { LineReader } from './line-reader.ts';

/** Reads a file of today's format, line by line. Everything in it is counted, so that none that is cut short passes. */
export class LinkReader {
  readonly #lines = new LineReader();
  readonly #fresh: Shop[] = [];
  readonly #filled: Shop[] = [];
  readonly #missing: Shop[] = [];
  readonly #gone: number[] = [];
  #isBegun = false;
  #end: End | null = null;

  /** Takes in what the file holds next; yields after each line. @throws CorruptFile */
  *push(chunk: Buffer): Generator<void, void> {
    for (const line of this.#lines.push(chunk)) {
      if (this.#isBegun) this.#take(line);
      else if (line.length !== 1 || line[0] !== FORMAT) throw new CorruptFile('it begins as no snapshot does');
      this.#isBegun = true;
      yield;
    }
  }

  /** @throws CorruptFile */
  end(takenAt: number): Link {
    this.#lines.end();
    const end = this.#end;
    if (end === null) throw new CorruptFile('it does not end');
    if (end.takenAt !== takenAt) throw new CorruptFile('it is another snapshot');
    const found = { fresh: this.#fresh, filled: this.#filled, missing: this.#missing, gone: this.#gone };
    const isWhole =
      end.fresh === found.fresh.length &&
      end.filled === found.filled.length &&
      end.missing === found.missing.length &&
      end.gone === found.gone.length;
    if (!isWhole) throw new CorruptFile('it does not hold as much as it says');
    return { takenAt, before: end.before, ...found };
  }

  #take([kind, ...entries]: readonly unknown[]): void {
    if (this.#end !== null) throw new CorruptFile('more after the end');
    if (kind === 'fresh') for (const entry of entries) this.#fresh.push(readRecord(entry));
    else if (kind === 'filled') for (const entry of entries) this.#filled.push(readStored(entry));
    else if (kind === 'missing') for (const entry of entries) this.#missing.push(readStored(entry));
    else if (kind === 'gone') for (const entry of entries) this.#gone.push(readId(entry));
    else if (kind === 'end' && entries.length === 1) this.#end = readEnd(entries[0]);
    else throw new CorruptFile('a line of no known kind');
  }
}

function readRecord(entry: unknown): Shop {
  const read = readShop(entry);
  if (!read.ok) throw new CorruptFile(`a record is not a shop: ${read.why}`);
  return read.value;
}

function readStored(entry: unknown): Shop {
  if (!isShop(entry)) throw new CorruptFile('a shop is none');
  return entry;
}

function readId(entry: unknown): number {
  if (typeof entry !== 'number' || !Number.isSafeInteger(entry)) throw new CorruptFile('an id is none');
  return entry;
}

function readEnd(entry: unknown): End {
  if (!isEnd(entry)) throw new CorruptFile('the end is none');
  return entry;
}
