import pg from 'pg';

/** OIDs of pg_type. */
const INT8 = 20;
const NUMERIC = 1700;
const INT8_ARRAY = 1016;

/**
 * How values are read, for our own connections alone. Whole numbers of eight bytes, and sums of them, come as numbers.
 * @throws RangeError from its parser at a number that is not safe: half of one would be worse than none
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 || oid === NUMERIC) return safeNumber;
    if (oid === INT8_ARRAY) return (text: string) => readArray(text).map(safeNumberOrNull);
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

const TEXT_ARRAY: number = 1009;
const readArray: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY, 'text');

const safeNumberOrNull = (text: string | null) => (text === null ? null : safeNumber(text));

function safeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) throw new RangeError(`${text} is no safe integer`);
  return number;
}
