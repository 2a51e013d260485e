import { formatOperatorFault } from '../faults/operator-fault.ts';

/**
 * What was looked at, in a word, and what came of it, in whole sentences; where it is not well, with what would do. `isWell` null: it could
 * not be looked at, for what is said of something else.
 */
export interface Finding {
  readonly what: string;
  readonly isWell: boolean | null;
  readonly said: string;
}

export function well(what: string, said: string): Finding {
  return { what, isWell: true, said };
}

export function amiss(what: string, said: string): Finding {
  return { what, isWell: false, said };
}

export function unseen(what: string, said: string): Finding {
  return { what, isWell: null, said };
}

/** @throws the error itself where the operator cannot mend it: it is a fault of Crier's own */
export function amissBy(what: string, error: unknown): Finding {
  const said = formatOperatorFault(error);
  if (said === null) throw error;
  return amiss(what, said);
}

export function formatFinding({ what, isWell, said }: Finding): string {
  // Names of servers and channels are in it: nothing of them is to steer a terminal.
  const plain = said.replace(/(?!\n)\p{C}/gu, '').replaceAll('\n', '\n  ');
  return `${isWell === null ? '–' : isWell ? '✓' : '✗'} ${what}: ${plain}`;
}
