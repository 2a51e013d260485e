import { type ShopChange, shopOf } from '../change.ts';
import { Market } from '../market.ts';
import type { OtherNames } from '../search/catalogue-entry.ts';
import { disagreement } from './disagreement.ts';
import { withUnknownItem } from './earlier-reading.ts';
import { follow } from './follow.ts';
import { loadWhole } from './load-whole.ts';
import type { Loaded } from './loaded.ts';
import type { Snapshot } from './snapshot.ts';
import { sortInSlices } from './sort-in-slices.ts';
import type { Taken } from './taken.ts';

/** So many shops may be gone at once before that is doubted: this many, or this share of all. */
const FEW_GONE = { shops: 20, share: 0.1 };
/** So many new shops at once, and so large a share of the known ones, are reported together: see `Loaded.isFlood`. */
const FLOOD = { shops: 100, share: 0.1 };

/**
 * Makes the market of a snapshot, and the changes since `previous` (null: nothing to compare, so nothing changed).
 * Yields often, so that the caller may let others work in between; `previous` may take in events meanwhile, and stays as
 * it is. The time of every change is when the snapshot was taken.
 *
 * A shop is the same as before by its place, owner, side and item, whatever its id (see `pairShops`). Of records with
 * one id, the one that is most like the market before counts, else the first.
 *
 * If the snapshot says what has changed since the one of `previous`, only that is taken in, and the new market shares the
 * rest with it. A snapshot that is a check is loaded whole as well, and compared.
 *
 * A snapshot that lacks many shops, or of which records were set aside, is doubted: what it lacks is gone only if the
 * next one lacks it too, and is not new when it comes back. (A saved snapshot, loaded at a start, brings what it lacked
 * as its `missing`.) A shop whose record an older reader refused is not new in the first snapshot after that reader's.
 * A shop without a bundle is listed with its first stock, by itself or in a flood; `isFlood` counts no shop without one.
 * @param otherNames names that find types in addition to their labels, always the same
 */
export function* load(previous: Market | null, snapshot: Snapshot, otherNames?: OtherNames): Generator<void, Loaded> {
  const { followed, fault } = yield* tryToFollow(previous, snapshot);
  if (followed !== null && snapshot.isCheck !== true) return yield* judge(previous, snapshot, followed);
  const loaded = yield* judge(previous, snapshot, yield* loadWhole(previous, snapshot, otherNames));
  if (followed === null) return { ...loaded, checkFault: fault };
  return { ...loaded, checkFault: yield* disagreement(loaded, yield* judge(previous, snapshot, followed)) };
}

/** Falls back on loading the whole snapshot: a fault in the market before could make its followers fail for ever. */
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
  { index, differences, goneIds, repeatedIds, saved }: Taken,
): Generator<void, Loaded> {
  const { listed, changed, lacking, stillMissing } = differences;
  const known = previous?.shops.length ?? 0;
  const isDoubted = setAside > 0 || lacking.length > Math.max(FEW_GONE.shops, known * FEW_GONE.share);
  const gone = isDoubted ? stillMissing : [...stillMissing, ...lacking];
  const removed = gone.map((before): ShopChange => ({ kind: 'removed', at: takenAt, before }));
  for (const news of [listed, changed, removed]) yield* sortInSlices(news, (a, b) => shopOf(a).id - shopOf(b).id);
  const kept = previous?.isOfOlderReader === true ? lacking.map(withUnknownItem) : lacking;
  const doubted = previous === null ? lackedBefore : isDoubted ? kept : [];
  const missing = new Map(doubted.map((shop) => [shop.id, shop] as const));
  return {
    market: new Market(index, takenAt, shops.length - index.shops.length, missing, isOfOlderReader),
    changes: [...listed, ...changed, ...removed],
    isFlood: listed.length > FLOOD.shops && listed.length > known * FLOOD.share,
    repeatedIds,
    saved: {
      takenAt,
      ...saved,
      gone: saved.before === null ? [] : goneIds,
      missing: doubted,
    },
    checkFault: null,
  };
}
