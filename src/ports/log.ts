/** A structured log line: facts first, then a sentence. Secrets are redacted by the implementation. */
type Line = (facts: Readonly<Record<string, unknown>>, sentence: string) => void;

/** Where a part says what went wrong or is worth knowing; one line a fault. */
export interface Log {
  readonly debug: Line;
  readonly info: Line;
  readonly warn: Line;
  readonly error: Line;
}
