import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordHash } from '../../../src/service/shops/record-hash.ts';
import { propertyRuns } from '../../property-runs.ts';

const hash = new RecordHash();

/** Returns the 128 bits as text. */
function hashOf(bytes: Buffer, from = 0, to = bytes.length): string {
  hash.update(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), from, to);
  return `${hash.a} ${hash.b} ${hash.c} ${hash.d}`;
}

const text = fc
  .string({ unit: 'binary', maxLength: 60 })
  .map((value) => Buffer.from(`{"id":1,"name":${JSON.stringify(value)}}`));

/** Yields every record that differs from the given one in one byte. */
function* othersOf(record: Buffer): Generator<Buffer> {
  const other = Buffer.from(record);
  for (const [place, byte] of record.entries()) {
    for (let more = 1; more < 256; more += 1) {
      other[place] = byte + more;
      yield other;
    }
    other[place] = byte;
  }
}

test('a record and all its one-byte variants have distinct hashes', () => {
  fc.assert(
    fc.property(text, (record) => {
      const hashes = new Set([hashOf(record)]);
      for (const other of othersOf(record)) hashes.add(hashOf(other));
      expect(hashes.size).toBe(1 + 255 * record.length);
    }),
    { numRuns: propertyRuns(1 / 5) },
  );
});

test('swapping adjacent parts of any width changes the hash', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 16 }), (record, width) => {
      const before = hashOf(record);
      for (let place = 0; place + 2 * width <= record.length; place += 1) {
        const [first, second] = [
          record.subarray(place, place + width),
          record.subarray(place + width, place + 2 * width),
        ];
        if (first.equals(second)) continue;
        const swapped = [record.subarray(0, place), second, first, record.subarray(place + 2 * width)];
        expect(hashOf(Buffer.concat(swapped))).not.toBe(before);
      }
    }),
  );
});

test('records of different lengths have different hashes, even with the same last word', () => {
  const hashes = [0, 1, 2, 3].map((zeros) => hashOf(Buffer.from([...Array(zeros).fill(0), 0x7b])));
  expect(new Set(hashes).size).toBe(4);
});

test('the hash depends only on the bytes, not on their offset or surroundings', () => {
  const around = fc.uint8Array({ maxLength: 20 });
  fc.assert(
    fc.property(text, around, around, (record, before, after) => {
      const all = Buffer.concat([before, record, after]);
      expect(hashOf(all, before.length, before.length + record.length)).toBe(hashOf(record));
    }),
  );
});

/** Returns the hashes of records that differ in two numbers, four words each. */
function hashesOf(ids: number, prices: number): Int32Array<ArrayBuffer> {
  const words = new Int32Array(4 * ids * prices);
  const record = Buffer.from('{"id":0000,"owner":"Ann","price":0000,"remaining":64,"item":{"type":"DIRT"}}');
  const view = new DataView(record.buffer, record.byteOffset, record.length);
  for (let at = 0; at < ids * prices; at += 1) {
    record.write(String(Math.floor(at / prices)).padStart(4, '0'), 6, 'latin1');
    record.write(String(at % prices).padStart(4, '0'), 33, 'latin1');
    hash.update(view, 0, record.length);
    words[4 * at] = hash.a;
    words[4 * at + 1] = hash.b;
    words[4 * at + 2] = hash.c;
    words[4 * at + 3] = hash.d;
  }
  return words;
}

test('a million records that differ in two numbers have distinct hashes, in either half of the bits', () => {
  const all = new BigUint64Array(hashesOf(1_000, 1_000).buffer);
  for (const half of [0, 1]) {
    const sorted = all.filter((_, at) => at % 2 === half).sort();
    expect(sorted.findIndex((one, at) => one === sorted[at + 1])).toBe(-1);
  }
});

test('each bit is set in about half of the hashes, so that a table can use any of them', () => {
  const words = hashesOf(200, 100);
  for (let bit = 0; bit < 128; bit += 1) {
    const set = words.reduce((sum, word, at) => sum + (at % 4 === bit >> 5 ? (word >>> (bit & 31)) & 1 : 0), 0);
    expect(set / 20_000).toBeGreaterThan(0.47);
    expect(set / 20_000).toBeLessThan(0.53);
  }
});
