import { type Answer, type FailureKind, failure } from './http/answer.ts';
import type { Group, Prefix, Routes } from './routes.ts';

/** Failures that only the service itself can answer with: they prove the path. */
const FROM_SERVICE: ReadonlySet<FailureKind> = new Set(['not-cached', 'internal-error']);

/**
 * Asks a route under the prefix known for its group, and on a 404 (on nothing else) under the other one. An answer that
 * only the service can have given makes the prefix known.
 */
export async function probe<T>(
  routes: Routes,
  group: Group,
  ask: (prefix: Prefix) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  for (const prefix of routes.toTry(group)) {
    const answer = await ask(prefix);
    if (answer.ok || FROM_SERVICE.has(answer.kind)) routes.remember(group, prefix);
    if (answer.ok || answer.kind !== 'not-found') return answer;
  }
  return failure('not-found', 'status 404, with and without /api');
}
