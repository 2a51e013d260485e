import type { Log } from '../../src/ports/log.ts';

export interface Recorded {
  readonly level: keyof Log;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly sentence: string;
}

export interface RecordingLog extends Log {
  readonly lines: readonly Recorded[];
  /** Returns the errors so far as expected ones. Any other error in the log fails the test. */
  errors(): Recorded[];
}

const unexpected = new Set<Recorded>();

/** Returns a log that keeps its lines. */
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

/** Returns the unexpected errors of all logs, once each. */
export function takeUnexpectedErrors(): Recorded[] {
  const taken = [...unexpected];
  unexpected.clear();
  return taken;
}
