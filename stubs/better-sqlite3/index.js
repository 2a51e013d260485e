/** Importing it is harmless; whoever opens a database with it has taken the wrong driver. */
export default class Database {
  /** @throws Error always */
  constructor() {
    throw new Error('better-sqlite3 is not installed: Crier keeps its settings with the driver node:sqlite.');
  }
}
