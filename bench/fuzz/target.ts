import type { Random } from '../../sandbox/economy/random.ts';

/** What is read of a text: `fault` says what is wrong with how it was read, null where nothing is. */
export interface Verdict {
  readonly accepted: boolean;
  readonly fault: string | null;
}

/** One way in for what others have written. */
export interface Target {
  readonly name: string;
  /** A sound text: it has to be accepted. */
  readonly sound: (random: Random) => string;
  /** Most of its time goes by on sockets, so that none of it tells of a stall. False unless told. */
  readonly waits?: boolean;
  /** Reads a text as Crier does, and looks by other means at what came of it. It throws where Crier would. */
  readonly read: (text: string, random: Random) => Verdict | Promise<Verdict>;
}

export const REFUSED: Verdict = { accepted: false, fault: null };

/** @param fault the first of several, of which those that are not so are false */
export function accepted(...faults: readonly (string | false)[]): Verdict {
  return { accepted: true, fault: faults.find((fault) => fault !== false) ?? null };
}

/** undefined: it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
