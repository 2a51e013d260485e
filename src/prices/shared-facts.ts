import type { ItemChoice } from '../market/item/item.ts';
import type { PriceFacts } from '../ports/prices.ts';
import { gatherFacts, type PriceSources } from './price-facts.ts';

/**
 * Gathers price facts in their turn, as `run` gives it. Who asks for the same item and days while others wait for them is
 * given the same.
 */
export function createPriceFacts(
  sources: PriceSources,
  run: <T>(work: () => Promise<T>) => Promise<T>,
): (item: ItemChoice, days: number) => Promise<PriceFacts> {
  const underWay = new Map<string, Promise<PriceFacts>>();
  return (item, days) => {
    const key = `${item.type} ${item.key} ${days}`;
    const found = underWay.get(key);
    if (found !== undefined) return found;
    const facts = run(() => gatherFacts(item, days, sources));
    underWay.set(key, facts);
    const end = () => void underWay.delete(key);
    facts.then(end, end);
    return facts;
  };
}
