/** Whose settings are changed, with the snowflake of a person or of a server; or the channel or person that Discord refuses. */
export type TurnOf = `user:${string}` | `guild:${string}` | `channel:${string}`;

/** Changes of settings, and pauses, that several may make at once, at any process on the store: they are made one after another. */
export interface Turns {
  /**
   * Does `work` when its turn has come, and nobody else's of the same `of` meanwhile. `work` reads what stands before it changes it,
   * may be done a second time after the first was taken back, and does nothing but ask the store. Rejects with its error.
   * @throws NotSaved where the store cannot say whose turn it is
   */
  run<T>(of: TurnOf, work: () => Promise<T>): Promise<T>;
}
