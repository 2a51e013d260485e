import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { TimeSlice } from '../../../time/cooperate.ts';
import { FirstFormatReader } from './first-format-reader.ts';
import { CorruptFile, type Link } from './format.ts';
import { LinkReader } from './link-reader.ts';

/** What stands in so many bytes is decompressed at once, off the main thread. */
const CHUNK_BYTES = 262_144;

/**
 * Reads the file of the snapshot taken at `takenAt` (epoch ms), in slices.
 * @throws CorruptFile, Uncuttable, or the file system's or zlib's error.
 */
export async function readLink(path: string, takenAt: number): Promise<Link> {
  const slice = new TimeSlice();
  let reader: LinkReader | FirstFormatReader | null = null;
  // An error of any of the streams is thrown where the last one is read.
  const chunks = pipeline(createReadStream(path), createZstdDecompress({ chunkSize: CHUNK_BYTES }), () => undefined);
  for await (const chunk of chunks) {
    reader ??= readerOf(chunk);
    for (const _ of reader.push(chunk)) if (slice.isOver()) await slice.yieldIfOver();
  }
  if (reader === null) throw new CorruptFile('it is empty');
  return reader.end(takenAt);
}

/** The first format begins with an object in its array, today's with a word. */
function readerOf(firstChunk: Buffer): LinkReader | FirstFormatReader {
  return firstChunk.subarray(0, 2).toString('latin1') === '[{' ? new FirstFormatReader() : new LinkReader();
}
