import type { Random } from '../../sandbox/economy/random.ts';

/** The result of reading a text: `fault` says what is wrong with how it was read, null if nothing is. */
export interface Verdict {
  readonly accepted: boolean;
  readonly fault: string | null;
}

/** A parser of external input. */
export interface Target {
  readonly name: string;
  /** A valid text, which must be accepted. */
  readonly sound: (random: Random) => string;
  /** Whether most of its time passes on sockets, so that a slow case is not a stall. False by default. */
  readonly waits?: boolean;
  /** Reads a text as Crier does, and checks the result by other means. Throws if Crier would. */
  readonly read: (text: string, random: Random) => Verdict | Promise<Verdict>;
}

export const REFUSED: Verdict = { accepted: false, fault: null };

/** @param fault the first that is not false counts */
export function accepted(...faults: readonly (string | false)[]): Verdict {
  return { accepted: true, fault: faults.find((fault) => fault !== false) ?? null };
}

/** The parsed value; undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
