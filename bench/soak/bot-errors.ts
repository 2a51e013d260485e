const ERROR = 50;

/**
 * Sentences that a bot logged as errors.
 * @param log its whole output
 */
export function errorsOf(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    const entry =
      line.startsWith('{') && line.endsWith('}') ? (JSON.parse(line) as { level: number; msg: string }) : null;
    return entry && entry.level >= ERROR ? [entry.msg] : [];
  });
}
