import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cell, writeCsv } from '../../../src/discord/render/csv.ts';
import { anyCodePoint } from '../../any-code-point.ts';
import { atOnce } from '../../market/samples.ts';

const written = (...given: Parameters<typeof writeCsv>) => atOnce(writeCsv(...given));
const textOf = (rows: readonly (readonly Cell[])[], header = ['a']) => written(header, rows).file.toString();

/** Reads a CSV as RFC 4180 says. */
function parse(csv: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < csv.length; at += 1) {
    const sign = csv[at] ?? '';
    if (isQuoted && sign === '"' && csv[at + 1] === '"') [cell, at] = [`${cell}"`, at + 1];
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === ',') [row, cell] = [[...row, cell], ''];
    else if (!isQuoted && csv.startsWith('\r\n', at)) {
      rows.push([...row, cell]);
      [row, cell, at] = [[], '', at + 1];
    } else cell += sign;
  }
  return rows;
}

test('a CSV begins with a byte order mark, ends each line with CR LF and quotes by RFC 4180', () => {
  const rows = [
    ['Dirt, "fine"', 3, null],
    ['日本', 0.09375, 'x'],
  ];
  expect(textOf(rows, ['item', 'n', 'note'])).toBe('\ufeffitem,n,note\r\n"Dirt, ""fine""",3,\r\n日本,0.09375,x\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\u200b=1', '＝1', '=HYPERLINK("http://x","y")'])(
  'a text that a spreadsheet would run is written as text: %j',
  (text) => {
    const [, [cell = ''] = []] = parse(textOf([[text]]).slice(1));
    expect(cell).toMatch(/^'/);
  },
);

test('no cell begins with a formula where a spreadsheet splits at semicolons', () => {
  for (const text of ['a;=HYPERLINK("http://x","y")', ';@SUM(A1)', 'a; =1', 'x;＝1;+1']) {
    const [, [cell = ''] = []] = parse(textOf([[text]]).slice(1));
    for (const part of cell.split(';')) expect(part).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
  }
});

test('rows beyond the limit of bytes are not even read', () => {
  let read = 0;
  function* rows() {
    for (;;) {
      read += 1;
      yield ['0123456789'];
    }
  }
  expect(written(['a'], rows(), 60).rows).toBe(read - 1);
});

test('any text comes back as one harmless cell, and any number as itself', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: anyCodePoint }), fc.double({ noNaN: true, noDefaultInfinity: true }))),
      (rows) => {
        const [header, ...read] = parse(textOf(rows, ['text', 'number']).slice(1));
        expect(header).toEqual(['text', 'number']);
        expect(read.length).toBe(rows.length);
        for (const [at, [text = '', number = '', ...more]] of read.entries()) {
          expect(more).toEqual([]);
          expect(text).not.toMatch(/^[=+\-@\t\r\n]/);
          const given = rows[at]?.[1] ?? 0;
          expect(number).toMatch(/^-?\d+(\.\d+)?$/);
          expect(Math.abs(Number(number) - given)).toBeLessThanOrEqual(Math.abs(given) * 1e-13 + 1e-20);
        }
      },
    ),
  );
});

test('a coordinate below 0 stays a number', () => {
  expect(textOf([[-884]])).toBe('\ufeffa\r\n-884\r\n');
});

test('a file that would be too large ends with a whole row, and says how many it has', () => {
  const { file, rows } = written(
    ['n'],
    Array.from({ length: 100 }, (_, n) => [n]),
    60,
  );
  expect(file.length).toBeLessThanOrEqual(60);
  expect(parse(file.toString().slice(1)).length).toBe(rows + 1);
  expect(rows).toBeGreaterThan(10);
});
