import type { Target } from '../../../routing/notice.ts';
import { writeTarget } from '../../mappers/target.ts';

interface Waiting {
  readonly target: Target;
  readonly dueAt: number;
  readonly count: number;
}

/** Joins what waits to be sealed with what is sealed and waits to be sent; the latter is due at once. */
export function waitingTargets(
  notices: readonly { readonly target: Target; readonly due_at: number; readonly count: number }[],
  messages: readonly { readonly target: Target; readonly count: number }[],
): Waiting[] {
  const waiting = new Map<string, Waiting>();
  for (const { target, due_at, count } of notices) waiting.set(writeTarget(target), { target, dueAt: due_at, count });
  for (const { target, count } of messages) {
    const key = writeTarget(target);
    waiting.set(key, { target, dueAt: 0, count: count + (waiting.get(key)?.count ?? 0) });
  }
  return [...waiting.values()];
}
