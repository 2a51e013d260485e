import type { Shop } from '../../../market/shops/shop.ts';
import { isShop } from '../../../storage/mappers/shop.ts';
import { CorruptFile, type End, isEnd } from './format.ts';

/** What the lines after the records hold, up to the last. */
export class BesideRecords {
  readonly filled: Shop[] = [];
  readonly missing: Shop[] = [];
  readonly gone: number[] = [];
  end: End | null = null;

  /** Takes in the next line. @throws CorruptFile */
  take([kind, ...entries]: readonly unknown[]): void {
    if (this.end !== null) throw new CorruptFile('more after the end');
    if (kind === 'filled') for (const entry of entries) this.filled.push(readShop(entry));
    else if (kind === 'missing') for (const entry of entries) this.missing.push(readShop(entry));
    else if (kind === 'gone') for (const entry of entries) this.gone.push(readId(entry));
    else if (kind === 'end' && entries.length === 1) this.end = readEnd(entries[0]);
    else throw new CorruptFile('a line of no known kind');
  }

  /** There is as much of everything as the last line says, with so many fresh records. */
  isWholeWith(fresh: number): boolean {
    const { end, filled, missing, gone } = this;
    return (
      end !== null &&
      end.fresh === fresh &&
      end.filled === filled.length &&
      end.missing === missing.length &&
      end.gone === gone.length
    );
  }
}

function readShop(entry: unknown): Shop {
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
