import type { Notice } from '../routing/notice.ts';

/** The feeds and watches that notices are for, each once. */
export function idsOf(notices: readonly Notice[]): readonly string[] {
  return [...new Set(notices.flatMap(({ subscriptionIds }) => subscriptionIds))];
}
