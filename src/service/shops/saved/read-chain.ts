import type { Snapshot } from '../../../market/shops/snapshot.ts';
import type { StockUnit } from '../../../market/shops/stock.ts';
import type { StoredSnapshots } from '../../../ports/snapshots.ts';
import { inSlices } from '../../../time/cooperate.ts';
import { CorruptFile, type Link } from './format.ts';
import { overlay } from './overlay.ts';
import { readLink } from './read-link.ts';

/** A snapshot and those that it builds on, the one that builds on none first; or which of them cannot be read, and why. */
export type Chain = { readonly ok: true; readonly base: Link; readonly followers: readonly Link[] } | UnreadChain;

/** `error` null: the one taken at `takenAt` is not there. */
export interface UnreadChain {
  readonly ok: false;
  readonly takenAt: number;
  readonly error: Error | null;
}

/** Bytes that could not be read; they may be whole. */
export class UnreadableSnapshot extends Error {}

type Stored = Pick<StoredSnapshots, 'read'>;

/** Reads a snapshot, and those that it builds on, in slices. `last`: its own part, where that was read already. */
export async function readChain(
  stored: Stored,
  takenAt: number,
  unit: StockUnit,
  last: Link | null = null,
): Promise<Chain> {
  const followers: Link[] = [];
  for (let at = takenAt; ; ) {
    try {
      if (followers.some((link) => link.takenAt === at)) throw new CorruptFile('it builds on itself');
      const link = at === last?.takenAt ? last : await readOne(stored, at, unit);
      if (link === null) return { ok: false, takenAt: at, error: null };
      if (link.before === null) return { ok: true, base: link, followers };
      followers.unshift(link);
      at = link.before;
    } catch (error) {
      return { ok: false, takenAt: at, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }
}

/** The shops of a snapshot, as they were. */
export async function snapshotOf({ base, followers }: Extract<Chain, { ok: true }>): Promise<Snapshot> {
  const { takenAt, missing, isOfOlderReader } = followers.at(-1) ?? base;
  return {
    takenAt,
    shops: await inSlices(overlay(base, followers)),
    missing,
    ...(isOfOlderReader && { isOfOlderReader }),
  };
}

/**
 * The shops of a snapshot that another process keeps; where it builds on the one of `known`, what is otherwise is read alone.
 * @throws Error that says why it cannot be read, as where another has taken its place meanwhile
 */
export async function readSnapshot(stored: Stored, takenAt: number, unit: StockUnit): Promise<Snapshot> {
  const chain = await readChain(stored, takenAt, unit);
  if (chain.ok) return snapshotOf(chain);
  throw chain.error ?? new Error(`There is no snapshot of ${chain.takenAt}`);
}

async function readOne(stored: Stored, takenAt: number, unit: StockUnit): Promise<Link | null> {
  const bytes = await stored.read(takenAt).catch(unreadable);
  return bytes === null ? null : readLink(readable(bytes), takenAt, unit);
}

async function* readable(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  try {
    yield* bytes;
  } catch (error) {
    unreadable(error);
  }
}

function unreadable(error: unknown): never {
  throw new UnreadableSnapshot(error instanceof Error ? error.message : String(error), { cause: error });
}
