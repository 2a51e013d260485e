/** Replaces better-sqlite3, which Crier does not use. The import succeeds, and opening a database throws. */
export default class Database {
  /** @throws Error always */
  constructor() {
    throw new Error('better-sqlite3 is not installed: Crier keeps its settings with the driver node:sqlite.');
  }
}
