import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

const brotli = promisify(brotliCompress);
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Content codings of the service, best first. */
const CODERS = {
  zstd: promisify(zstdCompress),
  br: (body: Buffer) => brotli(body, fastBrotli),
  gzip: promisify(gzip),
} as const satisfies Record<string, (body: Buffer) => Promise<Buffer>>;

export type Coding = keyof typeof CODERS;
export const CODINGS: readonly Coding[] = ['zstd', 'br', 'gzip'];

export function compress(body: Buffer, coding: Coding): Promise<Buffer> {
  return CODERS[coding](body);
}

/** Returns the best offered coding that an `Accept-Encoding` header names, or undefined if there is none. */
export function negotiateCoding(accepted: string | undefined, offered: readonly Coding[]): Coding | undefined {
  const named = new Set(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  return offered.find((coding) => named.has(coding));
}
