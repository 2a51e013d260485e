import { clean } from './words/text.ts';

// Writes CSV (RFC 4180) that a spreadsheet opens without running anything.

/** Makes spreadsheets read the file as UTF-8. */
const CSV_BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';
/** Limits a text of players, of which the longest item names have 10,000 characters. */
const MOST_CELL_CHARACTERS = 120;
/** First characters with which spreadsheets begin a formula. Some also read the full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** The same behind a semicolon, at which the spreadsheets of many countries split cells. */
const FORMULA_AFTER_SEMICOLON = /;(?=\s*[=+\-@\t\r\n＝＋－＠])/g;

/** A text of players or of Crier, a number, or nothing. */
export type Cell = string | number | null;

/** Rows between two yields; well under a millisecond of work. */
const ROWS_PER_SLICE = 50;

/**
 * Writes a file of a header and rows. Numbers have a point and no grouping. An apostrophe precedes a text that a
 * spreadsheet would run as a formula. A number below 0 is no formula and stays a number. Yields often.
 *
 * @param rows read one by one, up to `mostBytes`
 * @param mostBytes limits the file. Later rows are left out
 * @returns the file, and the number of its rows
 */
export function* writeCsv(
  header: readonly string[],
  rows: Iterable<readonly Cell[]>,
  mostBytes = Number.POSITIVE_INFINITY,
): Generator<void, { readonly file: Buffer; readonly rows: number }> {
  const lines = [CSV_BYTE_ORDER_MARK + header.map(writeCell).join(',') + LINE_END];
  let bytes = Buffer.byteLength(lines[0] ?? '');
  for (const row of rows) {
    const line = row.map(writeCell).join(',') + LINE_END;
    bytes += Buffer.byteLength(line);
    if (bytes > mostBytes) break;
    lines.push(line);
    if (lines.length % ROWS_PER_SLICE === 0) yield;
  }
  return { file: Buffer.from(lines.join('')), rows: lines.length - 1 };
}

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return writeNumber(cell);
  const text = cell === '' ? '' : clean(cell, MOST_CELL_CHARACTERS);
  const inert = (FORMULA.test(text) ? `'${text}` : text).replaceAll(FORMULA_AFTER_SEMICOLON, ";'");
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const PLAIN_NUMBER = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 });

/** Writes a number without exponent and without the error of binary fractions. */
function writeNumber(number: number): string {
  if (!Number.isFinite(number)) throw new RangeError(`not a number for a file: ${number}`);
  const settled = Number.isInteger(number) ? number : Number(number.toPrecision(14));
  return PLAIN_NUMBER.format(settled);
}
