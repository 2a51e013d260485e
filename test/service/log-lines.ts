import type { Log } from '../../src/ports/log.ts';
import { recordingLog } from '../log/recording-log.ts';

/** A log that keeps its lines, but for those of debugging: `warn stream: ...`. */
export function collectLogLines() {
  const recording = recordingLog();
  const lines: string[] = [];
  const at = (level: keyof Log) => (facts: Readonly<Record<string, unknown>>, sentence: string) => {
    recording[level](facts, sentence);
    lines.push(`${level} ${sentence}`);
  };
  const log: Log = { debug: recording.debug, info: at('info'), warn: at('warn'), error: at('error') };
  return { log, lines, errors: recording.errors };
}
