import type { Log } from '../../src/ports/log.ts';

export interface Recorded {
  readonly level: keyof Log;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly sentence: string;
}

export interface RecordingLog extends Log {
  readonly lines: readonly Recorded[];
  /** The errors so far, which the test expected: an error that it never asked for fails it. */
  errors(): Recorded[];
}

const unexpected = new Set<Recorded>();

/** A log that keeps its lines. */
export function recordingLog(): RecordingLog {
  const lines: Recorded[] = [];
  const line = (level: keyof Log) => (facts: Recorded['facts'], sentence: string) => {
    const recorded = { level, facts, sentence };
    lines.push(recorded);
    if (level === 'error') unexpected.add(recorded);
  };
  return {
    lines,
    errors() {
      const errors = lines.filter(({ level }) => level === 'error');
      for (const error of errors) unexpected.delete(error);
      return errors;
    },
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
  };
}

/** The errors of all logs that no test has asked for, once. */
export function takeUnexpectedErrors(): Recorded[] {
  const taken = [...unexpected];
  unexpected.clear();
  return taken;
}
