import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import type { Consumed } from './answer.ts';

/** The decompressed body exceeds its limit: it is a decompression bomb, or another body than expected. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** The answer has a content-encoding that Crier did not accept. */
export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';
}

/** The accepted encodings, for `Accept-Encoding`. */
export const ENCODINGS = 'gzip, br, zstd';

const DECODER_OPTIONS = { chunkSize: 65_536 };

/**
 * Yields the body's bytes, decompressed.
 * @throws TooLarge beyond `maxBytes`, UnknownEncoding, or the errors of the network and zlib
 */
export async function* plainBytes(body: Readable, encoding: string, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of decompressed(body, encoding.trim().toLowerCase())) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TooLarge(`more than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** Reads a complete body as JSON. */
export async function wholeJson(chunks: AsyncIterable<Buffer>): Promise<Consumed<unknown>> {
  const text = await wholeText(chunks);
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    // The parser's message quotes the body. Its beginning says more.
    return { ok: false, kind: 'not-json', why: `it begins ${text.trim().slice(0, 40)}` };
  }
}

/** Reads a complete body, for a caller that decodes it. */
export async function wholeBytes(chunks: AsyncIterable<Buffer>): Promise<Consumed<Buffer>> {
  return { ok: true, value: await concatenate(chunks) };
}

/** Reads a complete body as text. */
export async function wholeText(chunks: AsyncIterable<Buffer>): Promise<string> {
  return (await concatenate(chunks)).toString();
}

async function concatenate(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

function decompressed(body: Readable, encoding: string): AsyncIterable<Buffer> {
  if (encoding === '' || encoding === 'identity') return body;
  const decoder = decoderFor(encoding);
  // `pipeline` passes the body's error to the decoder, whose reader gets it.
  return pipeline(body, decoder, () => undefined);
}

function decoderFor(encoding: string) {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(DECODER_OPTIONS);
    case 'br':
      return createBrotliDecompress(DECODER_OPTIONS);
    case 'zstd':
      return createZstdDecompress(DECODER_OPTIONS);
    default:
      throw new UnknownEncoding(`content-encoding ${encoding.slice(0, 40)}`);
  }
}
