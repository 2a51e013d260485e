import { type ShopChange, shopOf } from '../change.ts';
import { Market } from '../market.ts';
import type { OtherNames } from '../search/catalogue-entry.ts';
import { disagreement } from './disagreement.ts';
import { withUnknownItem } from './earlier-reading.ts';
import { follow } from './follow.ts';
import { loadWhole } from './load-whole.ts';
import type { Loaded } from './loaded.ts';
import { type Shop, UNLIMITED } from './shop.ts';
import type { Snapshot } from './snapshot.ts';
import { sortInSlices } from './sort-in-slices.ts';
import type { Taken } from './taken.ts';

/** So many shops may be gone at once before that is doubted: this many, or this share of all. */
const FEW_GONE = { shops: 20, share: 0.1 };
/** So many may be new at once, or as many as there were, before the snapshot before is doubted. */
const FEW_NEW = 200;

/**
 * Makes the market of a snapshot and tells what changed since `previous` (null: nothing to compare, so nothing changed).
 * Yields often, so that the caller may let others work in between; `previous` may take in events meanwhile, and stays as it is. Of
 * records with one id the last counts. The time of every change is when the snapshot was taken.
 *
 * Where the snapshot says what is otherwise than in the one of `previous`, only that is taken in, and the new market shares the rest
 * with it; one that is a check is loaded whole as well, and compared.
 *
 * A snapshot that lacks many shops, or of which records were set aside, is doubted: what it lacks is gone only if the
 * next one lacks it too, and is not new when it comes back. (A saved snapshot, loaded at a start, brings what it lacked
 * so as its `missing`.) Where most shops are new, the one before was not whole, and nothing counts as new. Nor does a
 * shop whose record an older reader refused, after the last snapshot that such a one read.
 * @param otherNames what types are found by beside their labels, always the same
 */
export function* load(previous: Market | null, snapshot: Snapshot, otherNames?: OtherNames): Generator<void, Loaded> {
  const { followed, fault } = yield* tryToFollow(previous, snapshot);
  if (followed !== null && snapshot.isCheck !== true) return yield* judge(previous, snapshot, followed);
  const loaded = yield* judge(previous, snapshot, yield* loadWhole(previous, snapshot, otherNames));
  if (followed === null) return { ...loaded, checkFault: fault };
  return { ...loaded, checkFault: yield* disagreement(loaded, yield* judge(previous, snapshot, followed)) };
}

/** What went wrong in a market before may make its followers fail for ever: `fault` says so, and all is loaded then. */
function* tryToFollow(
  previous: Market | null,
  snapshot: Snapshot,
): Generator<void, { readonly followed: Taken | null; readonly fault: string | null }> {
  try {
    return { followed: yield* follow(previous, snapshot), fault: null };
  } catch (error) {
    return { followed: null, fault: error instanceof Error ? error.message : String(error) };
  }
}

function* judge(
  previous: Market | null,
  { takenAt, shops, setAside = 0, missing: lackedBefore = [], isOfOlderReader = false }: Snapshot,
  { index, comparison, lacking, saved }: Taken,
): Generator<void, Loaded> {
  const { listed, changed } = comparison;
  const known = previous?.shops.length ?? 0;
  const isDoubted = setAside > 0 || lacking.length > Math.max(FEW_GONE.shops, known * FEW_GONE.share);
  const gone = [...(previous?.missing.values() ?? [])].filter(({ id }) => !index.shops.has(id));
  if (!isDoubted) gone.push(...lacking);
  const removed = gone.map((before): ShopChange => ({ kind: 'removed', at: takenAt, before }));
  const isFlood = listed.length > Math.max(FEW_NEW, known);
  for (const news of [listed, changed, removed]) yield* sortInSlices(news, (a, b) => shopOf(a).id - shopOf(b).id);
  const told = previous?.isOfOlderReader === true ? listed.filter(({ shop }) => wasReadBefore(shop)) : listed;
  const changes = [...(isFlood ? [] : told), ...changed, ...removed];
  const kept = previous?.isOfOlderReader === true ? lacking.map(withUnknownItem) : lacking;
  const doubted = previous === null ? lackedBefore : isDoubted ? kept : [];
  const missing = new Map(doubted.map((shop) => [shop.id, shop] as const));
  return {
    market: new Market(index, takenAt, shops.length - index.shops.length, missing, isOfOlderReader),
    changes,
    unannounced: isFlood ? listed.length : 0,
    saved: {
      takenAt,
      ...saved,
      gone: saved.before === null ? [] : lacking.map(({ id }) => id),
      missing: doubted,
    },
    checkFault: null,
  };
}

/**
 * Whether a Crier before 0.4.0 read the shop's record: it refused decimals, a missing owner's name and unlimited stock.
 */
function wasReadBefore({ price, owner, remaining }: Shop): boolean {
  return Number.isInteger(price) && owner.name !== null && remaining !== UNLIMITED;
}
