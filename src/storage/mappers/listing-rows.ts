import { CHANGE_KINDS } from './change-row.ts';

/**
 * The condition of rows of changes that `History.listings` reads, in SQL: a shop that is new, has other goods, or sells
 * now instead of buying. An index of each engine repeats it.
 */
export const IS_LISTING = `(kind = ${CHANGE_KINDS.indexOf('listed')} OR
  kind = ${CHANGE_KINDS.indexOf('price-changed')} AND (other_goods IS NOT NULL OR other_side IS NOT NULL))`;
