import type { Log } from '../../src/ports/log.ts';
import { recordingLog } from '../log/recording-log.ts';

/** Returns a log that keeps its lines as `warn Stream down: ...`, without those of level debug. */
export function collectLogLines() {
  const recording = recordingLog();
  const lines: string[] = [];
  const at = (level: keyof Log) => (facts: Readonly<Record<string, unknown>>, sentence: string) => {
    recording[level](facts, sentence);
    lines.push(`${level} ${sentence}`);
  };
  const log: Log = { debug: recording.debug, info: at('info'), warn: at('warn'), error: at('error') };
  const facts = () => recording.lines.filter(({ level }) => level !== 'debug').map((line) => line.facts);
  return { log, lines, facts, errors: recording.errors };
}
