import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline as flow } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Shop } from '../../market/shops/shop.ts';
import type { Snapshot } from '../../market/shops/snapshot.ts';
import { isShop } from '../../stored/shop.ts';
import { TimeSlice } from '../../time/cooperate.ts';
import { Cutter } from './cutter.ts';
import { asHeader, type Header, headerOf } from './stored.ts';

const BATCH = 200;
const CHECKSUMMED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** A snapshot's file that does not hold what was written into it. */
export class CorruptFile extends Error {
  override readonly name = 'CorruptFile';
}

/**
 * Writes shops into a new file, compressed, with zstd's checksum and their number at its head; on disk when it resolves.
 * Batch by batch, so that the event loop never waits for it.
 */
export async function writeShops(path: string, snapshot: Snapshot): Promise<void> {
  const sink = createWriteStream(path, { mode: 0o600, flush: true });
  await pipeline(batches(snapshot), createZstdCompress(CHECKSUMMED), sink);
}

/**
 * Reads the shops of such a file, exactly as they were.
 * @throws CorruptFile, or the file system's or zlib's error.
 */
export async function readShopFile(path: string, takenAt: number): Promise<Snapshot> {
  const slice = new TimeSlice();
  const cutter = new Cutter();
  const shops: Shop[] = [];
  let head: Header | null = null;
  const take = (element: unknown) => {
    if (head === null) head = headIn(element, takenAt);
    else if (isShop(element)) shops.push(element);
    else throw new CorruptFile('a record is not a shop');
  };
  const bytes = flow(createReadStream(path), createZstdDecompress(), () => undefined);
  for await (const chunk of bytes) {
    for (const element of cutter.push(chunk)) take(element);
    await slice.yieldIfOver();
  }
  for (const element of cutter.end()) take(element);
  const { count, missing } = headIn(head, takenAt);
  if (shops.length !== count) throw new CorruptFile(`${shops.length} shops of ${count}`);
  return { takenAt, shops: shops.slice(0, count - missing), missing: shops.slice(count - missing) };
}

function headIn(element: unknown, takenAt: number): Header {
  const header = asHeader(element);
  if (header === null || header.takenAt !== takenAt) throw new CorruptFile('the head is not that of this snapshot');
  return header;
}

async function* batches({ takenAt, shops, missing = [] }: Snapshot): AsyncGenerator<string> {
  const slice = new TimeSlice();
  yield `[${JSON.stringify(headerOf(takenAt, shops.length + missing.length, missing.length))}`;
  for (const records of [shops, missing]) {
    for (let from = 0; from < records.length; from += BATCH) {
      const batch = records.slice(from, from + BATCH).map((shop) => JSON.stringify(shop));
      yield `,${batch.join(',')}`;
      await slice.yieldIfOver();
    }
  }
  yield ']';
}
