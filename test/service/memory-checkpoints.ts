import type { IngestCheckpoints } from '../../src/ports/journal.ts';

/** Checkpoints as the journal would keep them through a restart. */
export function createMemoryCheckpoints(
  kept = new Map<string, number>(),
): IngestCheckpoints & { readonly kept: Map<string, number> } {
  return {
    kept,
    saveCheckpoint: async (name, at) => void kept.set(name, at),
    checkpoint: async (name) => kept.get(name) ?? null,
  };
}
