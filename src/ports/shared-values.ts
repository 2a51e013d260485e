/** A value of JSON that a process has put; `ageMs`: since when, by the store's own clock. */
export interface SharedValue {
  readonly value: unknown;
  readonly ageMs: number;
}

/** What single processes say to all, under names; the last word counts. */
export interface SharedValues {
  put(name: string, value: unknown): Promise<void>;
  /** All whose names begin with `prefix`, by their names. */
  all(prefix: string): Promise<ReadonlyMap<string, SharedValue>>;
  remove(name: string): Promise<void>;
}
