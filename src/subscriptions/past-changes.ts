import type { Change } from '../market/change.ts';
import { goodsSold } from '../market/deals/deal.ts';
import type { Identity } from '../market/item/item.ts';
import { eventsKnownSince } from '../market/reported-past.ts';
import type { Shop } from '../market/shops/shop.ts';
import type { Journal } from '../ports/journal.ts';
import type { Worths } from '../ports/prices.ts';
import type { WorthOf } from '../routing/shop-news.ts';
import { goodsToJudge } from '../routing/under-worth.ts';
import type { Watch } from '../routing/watch.ts';
import { TimeSlice } from '../time/cooperate.ts';

/** Latest changes that a watch without an item is judged by: in a busy week there are more. */
const MOST_CHANGES = 20_000;

/** The changes since then that concern a watch's item, or all; the oldest first. */
export function changesFor(
  { item }: Pick<Watch, 'item'>,
  journal: Pick<Journal, 'changes' | 'latestChanges'>,
  from: number,
): Promise<readonly Change[]> {
  return item === null ? journal.latestChanges(from, MOST_CHANGES) : journal.changes(item.type, from);
}

/**
 * Reads the worths of now by which past changes are judged: the worths of then are not kept, and a worth moves slowly.
 * @param areAll the changes are of all goods, whose worths are read together: only goods that are still sold have one
 */
export function worthsOf(changes: readonly Change[], areAll: boolean, worths: Worths): Promise<WorthOf> {
  return areAll ? readAll(worths) : read(goodsToJudge(changes), worths);
}

/** @param areAll the shops sell whatever there is: then all worths are read together */
export async function worthsOfShops(shops: readonly Shop[], areAll: boolean, worths: Worths): Promise<WorthOf> {
  if (!areAll) {
    const goods = shops.flatMap((shop) => goodsSold(shop)?.identity ?? []);
    return read(new Map(goods.map((identity) => [identity.key, identity])).values(), worths);
  }
  return readAll(worths);
}

async function readAll(worths: Worths): Promise<WorthOf> {
  const all = await worths.all();
  return (key) => all.get(key)?.worth ?? null;
}

async function read(goods: Iterable<Identity>, worths: Pick<Worths, 'of'>): Promise<WorthOf> {
  const known = new Map<string, number>();
  const slice = new TimeSlice();
  for (const identity of goods) {
    const { worth } = await worths.of(identity);
    if (worth !== null) known.set(identity.key, worth);
    await slice.yieldIfOver();
  }
  return (key) => known.get(key) ?? null;
}

interface KnownParts {
  readonly journal: Pick<Journal, 'purchases' | 'oldShopsUntil'>;
  /** When Crier first ran, epoch ms. */
  readonly beganAt: number;
}

/**
 * Tells since when the log shows everything. Changes of shops are known from Crier's first look on, or that of the first
 * Crier that read them as today; the stream also reports earlier events. The first event of one item says nothing about
 * that, so the events of all items count.
 * @param changes the changes at hand, the oldest first
 * @param from the begin of the time in question, epoch ms
 * @returns epoch ms; at most `from` if all of it is known
 */
export async function knownSince(
  isOnStream: boolean,
  changes: readonly Change[],
  from: number,
  { journal, beganAt }: KnownParts,
): Promise<number> {
  if (!isOnStream) return Math.max(beganAt, (await journal.oldShopsUntil()) ?? beganAt);
  if (beganAt <= from) return beganAt;
  const events = changes.filter(({ kind }) => kind === 'traded' || kind === 'auctioned');
  const logs = [events, await journal.purchases(from)].map((log) => log.map(({ at }) => at));
  return eventsKnownSince(logs, from, beganAt);
}
