/** Splits a migration into its statements; each ends with a semicolon at the end of a line. */
export function statementsOf(sql: string): readonly string[] {
  return sql.split(/(?<=;)\s*\n/).filter((statement) => statement.trim() !== '');
}
