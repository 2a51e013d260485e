import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import type { Consumed } from './answer.ts';

/** More than the limit, counted after decompression: a bomb, or a body that is not for us. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** A content-encoding that we did not ask for. */
export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';
}

/** What we can read, for `Accept-Encoding`. */
export const ENCODINGS = 'gzip, br, zstd';

const CHUNK = { chunkSize: 65_536 };

/**
 * The body's bytes, decompressed.
 * @throws TooLarge beyond `maxBytes`, UnknownEncoding, or what the network or zlib throws.
 */
export async function* plainBytes(body: Readable, encoding: string, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of decompressed(body, encoding.trim().toLowerCase())) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TooLarge(`more than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** Reads a body whole, as JSON. */
export async function wholeJson(chunks: AsyncIterable<Buffer>): Promise<Consumed<unknown>> {
  const text = await wholeText(chunks);
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    // The parser's words quote the body; the start of it says more.
    return { ok: false, kind: 'not-json', why: `it begins ${text.trim().slice(0, 40)}` };
  }
}

/** Reads a body whole, as text. */
export async function wholeText(chunks: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all).toString();
}

function decompressed(body: Readable, encoding: string): AsyncIterable<Buffer> {
  if (encoding === '' || encoding === 'identity') return body;
  const decoder = decoderFor(encoding);
  // pipeline hands the body's error on to the decoder, whose reader gets it.
  return pipeline(body, decoder, () => undefined);
}

function decoderFor(encoding: string) {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(CHUNK);
    case 'br':
      return createBrotliDecompress(CHUNK);
    case 'zstd':
      return createZstdDecompress(CHUNK);
    default:
      throw new UnknownEncoding(`content-encoding ${encoding.slice(0, 40)}`);
  }
}
