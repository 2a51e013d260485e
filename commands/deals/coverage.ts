import type { CommandContext } from '../../src/discord/command/command.ts';
import type { WorthCoverage } from '../../src/discord/render/answer/deals.ts';
import { identify } from '../../src/market/item/identity.ts';
import type { Market } from '../../src/market/market.ts';
import type { Worth } from '../../src/market/prices/worth.ts';
import type { Filter } from '../../src/market/search/filter.ts';

/**
 * Counts the items of the answer that have a worth. A bare type has the worths of its variants; if none has one, the
 * reason is the plain item's, as in `/price`.
 */
export async function readCoverage(
  filter: Filter,
  market: Market,
  worths: ReadonlyMap<string, Worth>,
  context: CommandContext,
): Promise<WorthCoverage> {
  const { item } = filter;
  // Other filters leave an unknown number of items, which are not counted.
  if (item === undefined) return { items: isBare(filter) ? worths.size : Math.min(1, worths.size), why: null };
  const variants = item.key === undefined ? market.ofType(item.type).map(({ identity }) => identity.key) : [item.key];
  const known = variants.filter((key) => worths.has(key)).length;
  if (known > 0) return { items: known, why: null };
  const worth = await context.worths.of({ type: item.type, key: item.key ?? identify(item.type).key });
  return worth.worth === null ? { items: 0, why: worth } : { items: 1, why: null };
}

function isBare({ containers: _, ...parts }: Filter): boolean {
  return Object.keys(parts).length === 0;
}
