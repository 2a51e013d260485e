const ERROR = 50;

/** The log's lines of level error and above, without those whose sentence was expected. */
export function unexpectedErrors(log: string, expected: readonly string[]): string[] {
  return log.split('\n').filter((line) => {
    const said = readLine(line);
    return said !== null && said.level >= ERROR && !expected.some((sentence) => said.msg.includes(sentence));
  });
}

/** Null: no line of the log, but what the process said at its end. */
function readLine(line: string): { readonly level: number; readonly msg: string } | null {
  if (!line.startsWith('{"level":')) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null; // cut by a kill
  }
}
