import type { NoticeInContext } from '../ports/delivery.ts';
import type { DeliveryParts } from './parts.ts';

/**
 * Has a message rendered of as many entries as it has room for, from the first on. An entry that breaks the renderer must
 * not block those behind it: then the first is tried alone.
 * @returns null: there is none, or the first is the one that breaks it
 */
export function compose(
  entries: readonly NoticeInContext[],
  now: number,
  isLate: boolean,
  { messenger, log }: Pick<DeliveryParts, 'messenger' | 'log'>,
): { readonly body: string; readonly taken: number } | null {
  for (const attempt of [entries, entries.slice(0, 1)]) {
    if (attempt.length === 0) return null;
    try {
      const { body, taken } = messenger.compose(attempt, now, isLate);
      return { body, taken: Math.min(Math.max(taken, 1), attempt.length) };
    } catch (error) {
      log.error({ err: error, notices: attempt.length }, 'a message could not be rendered');
    }
  }
  return null;
}
