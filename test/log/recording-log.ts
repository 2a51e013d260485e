import type { Log } from '../../src/ports/log.ts';

export interface Recorded {
  readonly level: keyof Log;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly sentence: string;
}

/** A log that keeps its lines. */
export function recordingLog(): Log & { readonly lines: Recorded[] } {
  const lines: Recorded[] = [];
  const line = (level: keyof Log) => (facts: Readonly<Record<string, unknown>>, sentence: string) => {
    lines.push({ level, facts, sentence });
  };
  return { lines, debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}
