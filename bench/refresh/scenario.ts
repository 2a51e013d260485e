import type { ShopsOrder } from './simulated-service.ts';

/**
 * A refresh to measure, and the change of the shops before it. `isJournaled`: each change is also written to the
 * journal, which takes far longer than finding it.
 */
export interface Scenario {
  readonly name: string;
  readonly order: ShopsOrder;
  readonly isJournaled?: boolean;
}

export const FIRST = 'first snapshot';
export const USUAL = '0.5 % changed';
export const ALL_CHANGED = '100 % changed';
export const USUAL_JOURNALED = '0.5 % changed, journalled';

/** The order in each round. */
export const SCENARIOS: readonly Scenario[] = [
  { name: USUAL, order: { share: 0.005 } },
  { name: '5 % changed', order: { share: 0.05 } },
  { name: '50 % changed', order: { share: 0.5 } },
  { name: ALL_CHANGED, order: { share: 1 } },
  { name: 'shuffled, otherwise unchanged', order: 'shuffle' },
  { name: USUAL_JOURNALED, order: { share: 0.005 }, isJournaled: true },
  { name: '5 % changed, journalled', order: { share: 0.05 }, isJournaled: true },
];
