import { NotWritten } from '../faults/store-faults.ts';
import type { Journal, JournalEntry } from '../ports/journal.ts';
import type { Heard, Router } from '../ports/router.ts';

/** The time of lost events. */
export type Gap = NonNullable<JournalEntry['gap']>;

/** An entry on its way into the journal. */
export interface Waiting {
  entry: JournalEntry;
  /** The change of the entry until its notices are found. The entry then keeps them over every attempt. */
  unrouted: Heard | null;
  /** Epoch ms when the stream brought it, or null if it comes again, so that it fails with the journal. */
  readonly heardAt: number | null;
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: Error) => void;
}

/** `again`: entries to retry, because of `fault`. All others are resolved or rejected. */
interface BatchResult {
  readonly again: readonly Waiting[];
  readonly fault: Error | null;
  readonly isGapWritten: boolean;
}

/**
 * Routes and writes entries together, the gap with the first of them. A routing failure counts as a failed write: the
 * batch is retried. Never rejects.
 */
export async function writeBatch(
  { journal, router }: { readonly journal: Pick<Journal, 'record'>; readonly router: Pick<Router, 'route'> },
  batch: readonly Waiting[],
  gap: Gap | null,
): Promise<BatchResult> {
  try {
    const routed = batch.every(({ unrouted }) => unrouted === null) ? batch : await routeBatch(router, batch);
    return await record(journal, routed, gap);
  } catch (error) {
    return { again: batch, fault: errorOf(error), isGapWritten: false };
  }
}

async function record(
  journal: Pick<Journal, 'record'>,
  batch: readonly Waiting[],
  gap: Gap | null,
): Promise<BatchResult> {
  const results = await Promise.allSettled(
    batch.map(({ entry }, index) => journal.record(gap && index === 0 ? { ...entry, gap } : entry)),
  );
  const failed: { readonly waiting: Waiting; readonly error: Error }[] = [];
  batch.forEach((waiting, index) => {
    const result = results[index];
    if (result?.status === 'rejected') failed.push({ waiting, error: errorOf(result.reason) });
    else waiting.resolve(true);
  });
  for (const { waiting, error } of failed) if (isOfEntry(error)) waiting.reject(error);
  const again = failed.filter(({ error }) => !isOfEntry(error));
  return {
    again: again.map(({ waiting }) => waiting),
    fault: again[0]?.error ?? null,
    isGapWritten: gap !== null && results[0]?.status === 'fulfilled',
  };
}

/**
 * Finds the notices of unrouted entries. An entry that can never be routed is rejected alone.
 * @returns the other entries
 * @throws the router's error
 */
async function routeBatch(router: Pick<Router, 'route'>, batch: readonly Waiting[]): Promise<readonly Waiting[]> {
  const waiting = batch.flatMap((one) => (one.unrouted === null ? [] : [{ one, heard: one.unrouted }]));
  if (waiting.length === 0) return batch;
  try {
    const routed = await router.route(waiting.map(({ heard }) => heard));
    for (const [index, { one }] of waiting.entries()) {
      one.entry = { ...one.entry, notices: routed[index] ?? [] };
      one.unrouted = null;
    }
    return batch;
  } catch (error) {
    if (!isOfEntry(errorOf(error))) throw error;
    if (batch.length > 1) return await routeOneByOne(router, batch);
    for (const { one } of waiting) one.reject(errorOf(error));
    return [];
  }
}

async function routeOneByOne(router: Pick<Router, 'route'>, batch: readonly Waiting[]): Promise<readonly Waiting[]> {
  const routed: Waiting[] = [];
  for (const one of batch) routed.push(...(await routeBatch(router, [one])));
  return routed;
}

/** @returns how many can be written together: an end of the stream counts only once all before it is written */
export function batchLength(waiting: readonly Waiting[]): number {
  const turn = waiting.findIndex(({ entry }) => entry.stream !== undefined);
  return turn < 0 ? waiting.length : Math.max(1, turn);
}

/** Whether the store can never take the entry. */
function isOfEntry(error: Error): boolean {
  return error instanceof NotWritten && error.isEntryInvalid;
}

export function errorOf(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error(String(fault));
}
