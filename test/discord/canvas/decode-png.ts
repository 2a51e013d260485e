import { crc32, inflateSync } from 'node:zlib';

/**
 * Decodes an RGBA PNG of eight bits a channel into its pixels, ARGB row by row. Accepts any encoder, and verifies every
 * checksum.
 */
export function decodePng(png: Buffer): { width: number; height: number; pixels: Int32Array } {
  if (png.subarray(0, 8).toString('latin1') !== '\u0089PNG\r\n\u001a\n') throw new Error('no PNG');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    if (crc32(body) !== png.readUInt32BE(at + 8 + length)) throw new Error('a sum is wrong');
    chunks.set(body.subarray(0, 4).toString('latin1'), body.subarray(4));
    at += 12 + length;
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (!header.subarray(8).equals(Buffer.from([8, 6, 0, 0, 0]))) throw new Error('not RGBA of eight bits');
  const rows = unfiltered(inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0)), width, height);
  const pixels = Int32Array.from({ length: width * height }, (_, index) => {
    const rgba = rows.readUInt32BE(index * 4);
    return (rgba >>> 8) | ((rgba & 0xff) << 24);
  });
  return { width, height, pixels };
}

function unfiltered(data: Buffer, width: number, height: number): Buffer {
  const rowBytes = width * 4;
  if (data.length !== height * (rowBytes + 1)) throw new Error('too few rows, or too many');
  const rows = Buffer.alloc(height * rowBytes);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (rowBytes + 1)];
    if (filter !== 0 && filter !== 2) throw new Error(`filter ${filter}`);
    for (let x = 0; x < rowBytes; x++) {
      const above = filter === 2 && y > 0 ? (rows[(y - 1) * rowBytes + x] ?? 0) : 0;
      rows[y * rowBytes + x] = (data[y * (rowBytes + 1) + 1 + x] ?? 0) + above;
    }
  }
  return rows;
}
