const SEPARATORS = [',', ';', '\t'];
/** A first line that names the separator for Excel, and holds no other. */
const SEPARATOR_LINE = /^"?sep=[,;\t]"?(?:\r?\n|\r|$)/i;

/**
 * Yields the rows of a CSV text (RFC 4180) with commas, semicolons or tabs, whichever its first line has most. Trims
 * cells, and skips rows without text.
 */
export function* readCsv(text: string): Generator<readonly string[]> {
  const [firstLine = ''] = /^[^\r\n]*/.exec(text) ?? [];
  const [separator = ','] = SEPARATORS.toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length);
  const cells = new RegExp(`((?:"[^"]*")+|[^${separator}\r\n]*)(${separator}|\r?\n|\r|$)`, 'y');
  cells.lastIndex = SEPARATOR_LINE.exec(text)?.[0].length ?? 0;
  let row: string[] = [];
  while (cells.lastIndex < text.length || row.length > 0) {
    const [, cell = '', end = ''] = cells.exec(text) ?? [];
    row.push((cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim());
    if (end === separator) continue;
    if (row.some((each) => each !== '')) yield row;
    row = [];
  }
}
