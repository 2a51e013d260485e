import type { Market } from '../market/market.ts';
import { type NoWorth, type Worth, worthOf } from '../market/prices/worth.ts';
import type { Journal } from '../ports/journal.ts';
import type { Worths } from '../ports/prices.ts';
import { TimeSlice } from '../time/cooperate.ts';
import { PromiseCache } from '../time/promise-cache.ts';
import { withRenamedKeys } from './price-facts.ts';

const DAYS_MS = 30 * 24 * 60 * 60_000;
/** A busy item's history takes some 25 ms to read, and messages, commands and alerts ask for one after the other. */
const FRESH_MS = 5_000;
const MOST_KEPT = 20_000;

type ItemKey = { readonly key: string; readonly type: string };

/**
 * Computes worths from the journal's history, each at most once in five seconds. `/price`, `/deals` and alerts ask
 * here, so that all show one figure.
 */
export function createWorths(
  journal: Pick<Journal, 'history' | 'traded'>,
  market: () => Market | null,
  now: () => number,
): Worths {
  const single = new PromiseCache<Worth | NoWorth>({ most: MOST_KEPT, freshMs: FRESH_MS, now });
  const whole = new PromiseCache<ReadonlyMap<string, Worth>>({ most: 1, freshMs: FRESH_MS, now });

  function of(item: ItemKey): Promise<Worth | NoWorth> {
    return single.get(item.key, () => reckon(item));
  }

  async function reckon({ key, type }: ItemKey): Promise<Worth | NoWorth> {
    const at = now();
    const item = withRenamedKeys({ key, type }, market());
    const history = await journal.history(item, at - DAYS_MS, at + 1);
    // An owner of today stands in for trades made before the shop was in a snapshot.
    return worthOf(history, (location) => market()?.soleOwnerAt(location) ?? null);
  }

  async function reckonAll(): Promise<ReadonlyMap<string, Worth>> {
    const worths = new Map<string, Worth>();
    const slice = new TimeSlice();
    for (const item of await journal.traded(now() - DAYS_MS)) {
      if (!isSold(item, market())) continue;
      const worth = await of(item);
      if (worth.worth !== null) worths.set(item.key, worth);
      await slice.yieldIfOver();
    }
    return worths;
  }

  return { of, all: () => whole.get('all', reckonAll) };
}

/** By itself, or in containers: of these, whichever variant they hold. */
function isSold({ key, type }: ItemKey, market: Market | null): boolean {
  return market !== null && ((market.ofKey(key)?.asks.length ?? 0) > 0 || market.containing(type).length > 0);
}
