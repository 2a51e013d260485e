import type { StockUnit } from './stock.ts';

/** A shop whose stock, counted in this unit, fell between two snapshots by the bought count. `owner`: a uuid. */
export interface StockCase {
  readonly owner: string;
  readonly fits: StockUnit;
}

/**
 * The last cases, the oldest first. `contradicts`: the setting that they were found to contradict, until they agree
 * with it again.
 */
export interface StockEvidence {
  readonly cases: readonly StockCase[];
  readonly contradicts: StockUnit | null;
}

/**
 * Limits of a verdict: the last cases that count, how many must agree, and of how many owners. One owner alone could
 * lie.
 */
const LOOKED_AT = 7;
export const DECIDING_CASES = 5;
const DECIDING_OWNERS = 3;

export const NO_EVIDENCE: StockEvidence = { cases: [], contradicts: null };

/** The evidence with further cases, judged against the setting. */
export function judgeStock(evidence: StockEvidence, more: readonly StockCase[], setting: StockUnit): StockEvidence {
  let { cases, contradicts } = evidence;
  for (const each of [null, ...more]) {
    if (each !== null) cases = [...cases, each].slice(-LOOKED_AT);
    const contradicting = cases.filter(({ fits }) => fits !== setting);
    const owners = new Set(contradicting.map(({ owner }) => owner));
    if (contradicting.length >= DECIDING_CASES && owners.size >= DECIDING_OWNERS) contradicts = setting;
    else if (contradicts !== setting || countAgreeing(cases, setting) >= DECIDING_CASES) contradicts = null;
  }
  return { cases, contradicts };
}

/**
 * Judges the setting by the evidence.
 * @returns `unknown` while fewer than `DECIDING_CASES` of the last cases agree with a setting that is not contradicted
 */
export function stockVerdict(evidence: StockEvidence, setting: StockUnit): 'contradicts' | 'agrees' | 'unknown' {
  if (evidence.contradicts === setting) return 'contradicts';
  return countAgreeing(evidence.cases, setting) >= DECIDING_CASES ? 'agrees' : 'unknown';
}

/** How many of the last cases agree with the setting. */
export function countAgreeing(cases: readonly StockCase[], setting: StockUnit): number {
  return cases.filter(({ fits }) => fits === setting).length;
}
