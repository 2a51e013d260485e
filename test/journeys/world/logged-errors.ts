const ERROR = 50;

/** Returns the log's lines of level error and above, without those that the test expects. */
export function unexpectedErrors(log: string, expected: readonly string[]): string[] {
  return log.split('\n').filter((line) => {
    const read = readLine(line);
    return read !== null && read.level >= ERROR && !expected.some((sentence) => read.msg.includes(sentence));
  });
}

/** Returns null for output of the process that is no log line. */
function readLine(line: string): { readonly level: number; readonly msg: string } | null {
  if (!line.startsWith('{"level":')) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null; // cut by a kill
  }
}
