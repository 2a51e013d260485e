import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { STOCK_UNITS, type StockUnit } from '../../../src/market/shops/stock.ts';
import { ByteCursor } from '../../../src/service/shops/byte-cursor.ts';
import { ByteWindow } from '../../../src/service/shops/json-array-splitter.ts';
import { RecordForm } from '../../../src/service/shops/record-form.ts';
import { readShop } from '../../../src/service/wire/shop.ts';
import { expectCoverage, propertyRuns } from '../../property-runs.ts';
import { contents } from './bodies.ts';

/** Reads the bytes with the given form. */
function readIn(form: RecordForm, text: string | Buffer): Shop | null {
  const window = new ByteWindow();
  window.append(Buffer.from(text));
  return form.read(new ByteCursor(window, window.end));
}

/** @returns the shop that a full parse reads, or null if the record is invalid */
function readParsed(text: string | Buffer, unit: StockUnit = 'bundles'): Shop | null {
  try {
    const read = readShop(JSON.parse(text.toString()), unit);
    return read.ok ? read.value : null;
  } catch {
    return null;
  }
}

const unitOfStock = fc.constantFrom(...STOCK_UNITS);

const record = contents.chain((one) => fc.nat().map((id) => ({ id, ...one })));

test('a record read by its form equals the fully parsed record', () => {
  let inForm = 0;
  fc.assert(
    fc.property(record, fc.array(record, { minLength: 1, maxLength: 20 }), unitOfStock, (first, others, unit) => {
      const form = readParsed(JSON.stringify(first)) && RecordForm.of(first, unit);
      fc.pre(form !== null);
      for (const one of [first, ...others]) {
        const text = JSON.stringify(one);
        const shop = readIn(form, text);
        if (shop === null) continue;
        inForm += 1;
        expect(shop).toEqual(readParsed(text, unit));
      }
    }),
    { numRuns: propertyRuns() },
  );
  expectCoverage(() => expect(inForm).toBeGreaterThan(300));
});

const GOOD = {
  id: 7,
  owner: { name: 'Ann', uuid: 'U' },
  location: { x: -1, y: 64, z: 30, world: 'world' },
  type: 'SELLING',
  price: 3,
  remaining: 0,
  item: { type: 'DIRT', quantity: 1 },
};

const NESTED: unknown = JSON.parse('{"location":'.repeat(50_000) + 1 + '}'.repeat(50_000));

function formOf(example: object): RecordForm {
  const form = RecordForm.of(example, 'bundles');
  if (form === null) throw new Error('no form');
  return form;
}

/** Bytes that mean something in JSON or in UTF-8, and some that do not. */
const MEANINGFUL_BYTES = [
  ...Buffer.from('"\\/{}[],:0159-+.eEtrfnux_aAzZ \n\r\t'),
  0,
  0x1f,
  0x7f,
  0x80,
  0xbf,
  0xc2,
  0xe2,
  0xed,
  0xf4,
  0xff,
];

test('a record with any one byte changed is read as a full parse reads it, or not at all', () => {
  const bytes = Buffer.from(JSON.stringify(GOOD));
  const form = formOf(GOOD);
  for (let place = 0; place < bytes.length; place += 1) {
    for (const byte of MEANINGFUL_BYTES) {
      const changed = Buffer.from(bytes);
      changed[place] = byte;
      const shop = readIn(form, changed);
      if (shop !== null) expect(shop).toEqual(readParsed(changed));
    }
  }
});

const { item, ...withoutItem } = GOOD;

test.each([
  ['item', GOOD],
  ['stock', { item, ...withoutItem }],
])('a record ending with its %s is read as parsed, or not at all, with any part repeated or missing', (_, example) => {
  const text = JSON.stringify(example);
  const form = formOf(example);
  const place = fc.nat(text.length);
  fc.assert(
    fc.property(place, place, place, (from, to, at) => {
      const changed = text.slice(0, at) + text.slice(from, to) + text.slice(at);
      for (const one of [changed, text.slice(0, from) + text.slice(to)]) {
        const shop = readIn(form, one);
        if (shop !== null) expect(shop).toEqual(readParsed(one));
      }
    }),
    { numRuns: propertyRuns(10) },
  );
});

test.each([
  ['the newest revision', GOOD],
  ['the oldest revision', { ...GOOD, remaining: undefined, remainingStock: 5 }],
  ['fields in another order', { item, ...withoutItem }],
  ['one more field, the same in all', { ...GOOD, currency: 'diamonds', version: 2 }],
])('a form is derived from a record with %s', (_, example) => {
  const text = JSON.stringify(example);
  expect(readIn(formOf(JSON.parse(text)), text)).toEqual(readParsed(text));
});

test.each([
  ['its stock under both names', { ...GOOD, remainingStock: 5 }],
  ['one more field that is no plain value', { ...GOOD, tags: [] }],
  ['a field of a place elsewhere', { ...GOOD, z: 3 }],
  ['a list that is nested without end', { ...GOOD, deep: JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) }],
  ['a place that is nested without end', { ...GOOD, location: { ...GOOD.location, location: NESTED } }],
])('no form is derived from a record with %s', (_, example) => {
  expect(readShop(example, 'bundles').ok).toBe(true);
  expect(RecordForm.of(example, 'bundles')).toBe(null);
});

test('a price with decimals is read by the form exactly as a full parse reads it', () => {
  const form = formOf(GOOD);
  const price = fc
    .tuple(fc.nat(999_999_999), fc.integer({ min: 1, max: 6 }))
    .map(([digits, decimals]) => (digits / 10 ** decimals).toFixed(decimals));
  fc.assert(
    fc.property(price, (written) => {
      const text = JSON.stringify(GOOD).replace('"price":3', `"price":${written}`);
      expect(readIn(form, text)?.price).toBe(JSON.parse(written));
      expect(readIn(form, text)).toEqual(readParsed(text));
    }),
  );
});

test.each([
  ['white space', JSON.stringify(GOOD, null, 1)],
  ['a price of 1.', JSON.stringify(GOOD).replace('"price":3', '"price":1.')],
  ['a price of .5', JSON.stringify(GOOD).replace('"price":3', '"price":.5')],
  ['a price of 16 digits', JSON.stringify(GOOD).replace('"price":3', '"price":0.123456789012345')],
  ['a stock of 1.5', JSON.stringify({ ...GOOD, remaining: 1.5 })],
  ['a stock of -2', JSON.stringify({ ...GOOD, remaining: -2 })],
  ['a price of 1e3', JSON.stringify(GOOD).replace('"price":3', '"price":1e3')],
  ['a price below 0', JSON.stringify({ ...GOOD, price: -1 })],
  ['a price of -0', JSON.stringify(GOOD).replace('"price":3', '"price":-0')],
  ['a price of 03', JSON.stringify(GOOD).replace('"price":3', '"price":03')],
  ['a stock of 16 digits', JSON.stringify(GOOD).replace('"remaining":0', '"remaining":1234567890123456')],
  ['a field twice', JSON.stringify(GOOD).replace('{"id":7,', '{"id":7,"id":8,')],
  ['a uuid of 257 letters', JSON.stringify({ ...GOOD, owner: { name: 'Ann', uuid: 'u'.repeat(257) } })],
  ['a bundle of none', JSON.stringify({ ...GOOD, item: { ...GOOD.item, quantity: 0 } })],
  ['a broken child', JSON.stringify({ ...GOOD, item: { ...GOOD.item, childItems: [{}] } })],
])('a form leaves a record with %s to the full parse', (_, text) => {
  expect(readIn(formOf(GOOD), text)).toBe(null);
});

test('a missing SNBT means plain or unknown depending on the stock, for equal item bytes', () => {
  const form = formOf(GOOD);
  const variantAt = (remaining: number) => readIn(form, JSON.stringify({ ...GOOD, remaining }))?.item.identity.variant;
  expect([variantAt(0), variantAt(1)]).toEqual([
    null,
    { enchantments: [], potion: null, canvas: null, customName: null },
  ]);
});
