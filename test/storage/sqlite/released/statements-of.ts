/** The statements of a migration, one by one: each ends with a semicolon at the end of its line. */
export function statementsOf(sql: string): readonly string[] {
  return sql.split(/(?<=;)\s*\n/).filter((statement) => statement.trim() !== '');
}
