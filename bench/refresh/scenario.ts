import type { ShopsOrder } from './simulated-service.ts';

/**
 * A refresh to be measured: what becomes of the shops before it. `afterMs`: time since the one before, a minute unless told.
 * `isJournaled`: each change is written down too, which takes far longer than to find it.
 */
export interface Scenario {
  readonly name: string;
  readonly order: ShopsOrder;
  readonly afterMs?: number;
  readonly isJournaled?: boolean;
}

const HOUR_MS = 3_600_000;

export const FIRST = 'first snapshot';
export const USUAL = '0.5 % changed';
export const HALF_CHANGED = '50 % changed';
export const USUAL_JOURNALED = '0.5 % changed, each in the journal';

/** In this order in each round. Once an hour nothing is taken for known: that comes first, so that it does not fall into another. */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'after an hour, 0.5 % changed', order: { share: 0.005 }, afterMs: HOUR_MS },
  { name: USUAL, order: { share: 0.005 } },
  { name: '5 % changed', order: { share: 0.05 } },
  { name: HALF_CHANGED, order: { share: 0.5 } },
  { name: '100 % changed', order: { share: 1 } },
  { name: 'shuffled, else the same', order: 'shuffle' },
  { name: USUAL_JOURNALED, order: { share: 0.005 }, isJournaled: true },
  { name: '5 % changed, each in the journal', order: { share: 0.05 }, isJournaled: true },
];
