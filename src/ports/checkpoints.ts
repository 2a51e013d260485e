/** Where moments (epoch ms) survive a restart: the journal. A checkpoint is durable before it resolves. */
export interface Checkpoints {
  saveCheckpoint(name: string, at: number): Promise<void>;
  /** null: never saved. */
  checkpoint(name: string): Promise<number | null>;
}
