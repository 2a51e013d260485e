import { pipeline } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { createZstdDecompress } from 'node:zlib';
import type { Shop } from '../../../market/shops/shop.ts';
import type { StockUnit } from '../../../market/shops/stock.ts';
import { TimeSlice } from '../../../time/cooperate.ts';
import { readShops } from '../download.ts';
import { BesideRecords } from './beside-records.ts';
import { countAgain } from './count-again.ts';
import { FileLines } from './file-lines.ts';
import { CorruptFile, type Link, TITLE } from './format.ts';
import { readFirstFormat } from './read-first-format.ts';

/** What stands in so many bytes is decompressed at once, off the main thread. */
const CHUNK_BYTES = 262_144;

/**
 * Reads the bytes of the snapshot taken at `takenAt` (epoch ms), in slices. `unit`: the unit of the records' stock now.
 * @throws CorruptFile, Uncuttable, zlib's error, or that of the bytes
 */
export async function readLink(bytes: AsyncIterable<Buffer>, takenAt: number, unit: StockUnit): Promise<Link> {
  // An error of any of the streams is thrown where the last one is read.
  const chunks = pipeline(bytes, createZstdDecompress({ chunkSize: CHUNK_BYTES }), () => undefined);
  const lines = new FileLines(chunks);
  try {
    // An array of objects, and no title.
    if (await lines.beginsWith('[{')) return await readFirstFormat(lines.rest(), takenAt, unit);
    return await readLines(lines, takenAt, unit);
  } finally {
    await lines.close();
  }
}

async function readLines(lines: FileLines, takenAt: number, unit: StockUnit): Promise<Link> {
  const slice = new TimeSlice();
  if (!isDeepStrictEqual(await lines.next(), TITLE)) throw new CorruptFile('it begins as no snapshot does');
  const fresh = await readRecords(lines.bytes(), unit);
  const beside = new BesideRecords();
  for (let line = await lines.next(); line !== null; line = await lines.next()) {
    beside.take(line);
    await slice.yieldIfOver();
  }
  const { end, filled, missing, gone } = beside;
  if (end === null || !beside.isWholeWith(fresh.length)) throw new CorruptFile('it does not hold as much as it says');
  if (end.takenAt !== takenAt) throw new CorruptFile('it is another snapshot');
  const again = (shop: Shop) => countAgain(shop, end.unit ?? null, unit);
  return {
    ...{ takenAt, before: end.before, fresh, gone },
    filled: filled.map(again),
    missing: missing.map(again),
    isOfOlderReader: end.unit === undefined,
  };
}

/** The records are read like those of the service, but none of them may be broken. */
async function readRecords(bytes: AsyncIterable<Buffer>, unit: StockUnit): Promise<readonly Shop[]> {
  const read = await readShops(bytes, { unit });
  if (!read.ok) throw new CorruptFile(read.why);
  const { records, setAside, samples } = read.value;
  if (setAside > 0) throw new CorruptFile(`a record is not a shop: ${samples[0]?.why}`);
  return records.shops;
}
