import type { Log } from '../../src/ports/log.ts';

/** A log that keeps its lines: `warn stream: ...`. */
export function keptLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (_facts: unknown, sentence: string) => void lines.push(`${level} ${sentence}`);
  return { lines, log: { debug: () => undefined, info: at('info'), warn: at('warn'), error: at('error') } };
}
