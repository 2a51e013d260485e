import type { Marks } from '../../src/ports/checkpoints.ts';

/** Marks as the journal would keep them through a restart. */
export function keptMarks(kept = new Map<string, number>()): Marks & { readonly kept: Map<string, number> } {
  return {
    kept,
    mark: async (name, at) => void kept.set(name, at),
    marked: async (name) => kept.get(name) ?? null,
  };
}
