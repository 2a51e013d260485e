/** Formats a table with the names at the left and the figures at the right. */
export function table(rows: readonly (readonly [name: string, figure: number | string])[]): string {
  const shown = rows.map(([name, figure]) => [name, typeof figure === 'number' ? figure.toLocaleString('en') : figure]);
  const widths = [0, 1].map((column) => Math.max(...shown.map((row) => row[column]?.length ?? 0)));
  const line = ([name = '', figure = '']: string[]) =>
    `${name.padEnd(widths[0] ?? 0)}  ${figure.padStart(widths[1] ?? 0)}`;
  return `${shown.map(line).join('\n')}\n`;
}
