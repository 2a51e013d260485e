import type { Market } from '../market/market.ts';
import { type NoWorth, type Worth, worthOf } from '../market/prices/worth.ts';
import type { Journal } from '../ports/journal.ts';
import type { Worths } from '../ports/worths.ts';
import { TimeSlice } from '../time/cooperate.ts';

const DAYS_MS = 30 * 24 * 60 * 60_000;
/** A busy item's history takes some 25 ms to read, and a message, a command or an alert asks for one after the other. */
const FRESH_MS = 5_000;
const MOST_KEPT = 20_000;

/** Worths from the journal's history, each reckoned at most once in five seconds. */
export function createWorths(
  journal: Pick<Journal, 'history' | 'traded'>,
  market: () => Market | null,
  now: () => number,
): Worths {
  const known = new Map<string, { readonly at: number; readonly worth: Promise<Worth | NoWorth> }>();
  let everything: { readonly at: number; readonly worths: Promise<ReadonlyMap<string, Worth>> } | null = null;

  function of(item: { readonly key: string; readonly type: string }): Promise<Worth | NoWorth> {
    const { key } = item;
    const found = known.get(key);
    if (found && isFresh(found.at)) return found.worth;
    const worth = reckon(item);
    worth.catch(() => known.delete(key)); // whoever asked hears of it; the next one asks again
    known.delete(key);
    known.set(key, { at: now(), worth });
    const [oldest] = known.keys();
    if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest);
    return worth;
  }

  async function reckon({ key, type }: { readonly key: string; readonly type: string }): Promise<Worth | NoWorth> {
    const at = now();
    const history = await journal.history({ key, type }, at - DAYS_MS, at + 1);
    // An owner of today stands in for trades made before the shop was in a snapshot.
    return worthOf(history, (location) => market()?.soleOwnerAt(location) ?? null);
  }

  async function reckonAll(): Promise<ReadonlyMap<string, Worth>> {
    const worths = new Map<string, Worth>();
    const slice = new TimeSlice();
    for (const item of await journal.traded(now() - DAYS_MS)) {
      if (!isSold(item)) continue;
      const worth = await of(item);
      if (worth.worth !== null) worths.set(item.key, worth);
      await slice.yieldIfOver();
    }
    return worths;
  }

  /** By itself, or in containers: of these, whichever variant they hold. */
  function isSold({ key, type }: { readonly key: string; readonly type: string }): boolean {
    const now = market();
    return now !== null && ((now.ofKey(key)?.asks.length ?? 0) > 0 || now.containing(type).length > 0);
  }

  function isFresh(at: number): boolean {
    return now() - at < FRESH_MS && now() >= at;
  }

  return {
    of,
    all() {
      if (everything && isFresh(everything.at)) return everything.worths;
      const worths = reckonAll();
      everything = { at: now(), worths };
      worths.catch(() => {
        everything = null; // whoever asked hears of it; the next one asks again
      });
      return worths;
    },
  };
}
