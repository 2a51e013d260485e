/** Writes a structured log line: facts, then an event or state. The implementation redacts secrets. */
type Line = (facts: Readonly<Record<string, unknown>>, sentence: string) => void;

/** The structured log of the operator. One line per fault. */
export interface Log {
  readonly debug: Line;
  readonly info: Line;
  readonly warn: Line;
  readonly error: Line;
}
