/** Where moments (epoch ms) survive a restart: the journal. A mark is durable before it resolves. */
export interface Marks {
  mark(name: string, at: number): Promise<void>;
  /** null: never marked. */
  marked(name: string): Promise<number | null>;
}
