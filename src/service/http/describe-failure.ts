import type { Failure, FailureKind } from './answer.ts';

/** What is said before the details; null: the details say it. */
const HAPPENED: Readonly<Record<FailureKind, string | null>> = {
  unreachable: 'no connection',
  'timed-out': 'no answer in time',
  stopped: null,
  'not-found': 'nothing at this address',
  'not-cached': 'the service has no data yet',
  'internal-error': 'an error inside the service',
  'proxy-error': 'the service is away',
  refused: 'the service refused',
  'not-json': 'the answer is no JSON',
  'not-as-expected': null,
  truncated: 'the answer broke off',
  'too-large': 'the answer is too large',
};

/** A failure in words for whoever asked: what happened, and the detail by which the operator finds the cause. */
export function describeFailure({ kind, why }: Pick<Failure, 'kind' | 'why'>): string {
  const happened = HAPPENED[kind];
  return happened === null ? why : `${happened} (${why})`;
}
