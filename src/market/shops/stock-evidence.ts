import type { StockUnit } from './stock.ts';

/**
 * A shop whose stock fell between two snapshots by the number of bought items, if counted in this unit. `owner`: a
 * uuid.
 */
export interface StockCase {
  readonly owner: string;
  readonly fits: StockUnit;
}

/** The latest cases, oldest first. `contradicts`: the setting that they contradict, until they agree with it again. */
export interface StockEvidence {
  readonly cases: readonly StockCase[];
  readonly contradicts: StockUnit | null;
}

/**
 * Limits of a verdict: the latest cases that count, how many of them must agree, and from how many owners. A single
 * owner could fake cases.
 */
const JUDGED_CASES = 7;
export const DECIDING_CASES = 5;
const DECIDING_OWNERS = 3;

export const NO_EVIDENCE: StockEvidence = { cases: [], contradicts: null };

/** Adds cases to the evidence and judges it against the setting. */
export function judgeStock(evidence: StockEvidence, more: readonly StockCase[], setting: StockUnit): StockEvidence {
  let { cases, contradicts } = evidence;
  for (const each of [null, ...more]) {
    if (each !== null) cases = [...cases, each].slice(-JUDGED_CASES);
    const contradicting = cases.filter(({ fits }) => fits !== setting);
    const owners = new Set(contradicting.map(({ owner }) => owner));
    if (contradicting.length >= DECIDING_CASES && owners.size >= DECIDING_OWNERS) contradicts = setting;
    else if (contradicts !== setting || countAgreeing(cases, setting) >= DECIDING_CASES) contradicts = null;
  }
  return { cases, contradicts };
}

/**
 * Judges the setting by the evidence.
 * @returns `unknown` while fewer than `DECIDING_CASES` of the latest cases agree with a setting that is not
 *   contradicted
 */
export function stockVerdict(evidence: StockEvidence, setting: StockUnit): 'contradicts' | 'agrees' | 'unknown' {
  if (evidence.contradicts === setting) return 'contradicts';
  return countAgreeing(evidence.cases, setting) >= DECIDING_CASES ? 'agrees' : 'unknown';
}

/** Counts the latest cases that agree with the setting. */
export function countAgreeing(cases: readonly StockCase[], setting: StockUnit): number {
  return cases.filter(({ fits }) => fits === setting).length;
}
