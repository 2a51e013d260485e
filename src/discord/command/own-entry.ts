/** The entry of a table under a name from outside; undefined: it has none. `constructor` and its like stand in no table. */
export function ownEntry<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
