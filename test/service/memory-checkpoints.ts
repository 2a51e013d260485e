import type { IngestCheckpoints } from '../../src/ports/journal.ts';

/** Returns ingest checkpoints in memory. Pass the same `kept` again to simulate a restart. */
export function createMemoryCheckpoints(
  kept = new Map<string, number>(),
): IngestCheckpoints & { readonly kept: Map<string, number> } {
  return {
    kept,
    saveCheckpoint: async (name, at) => void kept.set(name, at),
    checkpoint: async (name) => kept.get(name) ?? null,
  };
}
