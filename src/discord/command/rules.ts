import type { Market } from '../../market/market.ts';
import type { Filter } from '../../market/search/filter.ts';
import type { WatchDraft } from '../../ports/watch-file.ts';
import { type Feed, PAID_KINDS } from '../../routing/feed.ts';
import { PRICE_NEEDED, takesPrice, type WatchTrigger } from '../../routing/watch.ts';
import { OPTION_OF } from './filter-names.ts';
import { checkFilter } from './read-filter.ts';
import { UserError } from './user-error.ts';

const ALL_PARTS = Object.keys(OPTION_OF) as readonly (keyof Filter)[];
const NOTHING: Filter = { containers: true };
const NO_AUCTION = 'An auction has no place, owner or stock';
const BUYERS = 'Shops that buy have';
const EMPTY = 'An empty shop has';

/** What an auction cannot answer: it has no place, owner or stock. */
const NOT_OF_AUCTIONS: readonly (keyof Filter)[] = ['owner', 'notOwner', 'world', 'x', 'z', 'within', 'minStock'];

/**
 * What a watch may ask for, however it came: typed, edited or from a file.
 * @param before the filter that an edit starts from: what stands there is dropped with `clear`
 * @throws UserError for what can never match or is not said
 */
export function checkWatch({ item, trigger, price, filter }: WatchDraft, before?: Filter): void {
  checkFilter(filter);
  if (trigger === 'my-shop') {
    if (filter.owner === undefined) throw new UserError('Say whose shops: give an `owner`.');
    const others = ALL_PARTS.filter((key) => key !== 'owner');
    if (givenOf(filter, others).length > 0 || price !== null)
      throw new UserError('A watch of your own shops takes no filter but `owner`.');
    return;
  }
  if (item === null) throw new UserError('Say which `item` to watch.');
  if (PRICE_NEEDED.includes(trigger) && price === null) {
    const what = trigger === 'at-or-above' ? 'what a shop pays for one item' : 'what one item may cost';
    throw new UserError(`For \`${trigger}\` give a \`price\`: ${what}, such as 0.25.`);
  }
  if (price !== null && !takesPrice(trigger)) {
    throw new UserError(`\`${trigger}\` has no \`price\`: use \`max-price\` instead.`);
  }
  checkBounds(trigger, price, filter);
  checkPlace(filter);
  if (trigger === 'auctioned') refuseParts(NO_AUCTION, filter, NOT_OF_AUCTIONS, before);
  if (trigger === 'at-or-above') refuseMinStock(BUYERS, filter, before);
  if (trigger === 'sold-out') refuseMinStock(EMPTY, filter, before);
}

/**
 * @param market tells which items are paintings; null: none is in yet
 * @param before the feed that an edit starts from
 * @throws UserError for filters and values that the feed's kind cannot answer
 */
export function checkFeed(
  { kind, filter, minValue }: Pick<Feed, 'kind' | 'filter' | 'minValue'>,
  market: Market | null,
  before?: Pick<Feed, 'filter' | 'minValue'>,
): void {
  checkFilter(filter);
  if (minValue > 0 && !PAID_KINDS.includes(kind)) {
    const advice = before?.minValue === minValue ? 'give `clear: min-value`' : 'leave it out';
    throw new UserError(`\`min-value\` is what was paid, and nothing is paid in \`${kind}\`: ${advice}.`);
  }
  if (kind === 'auctions') refuseParts(NO_AUCTION, filter, NOT_OF_AUCTIONS, before?.filter);
  if (kind === 'banned-paintings') {
    const isPainting = filter.item === undefined || canBePainting(filter.item.type, market);
    const parts = [...(isPainting ? [] : ['item' as const]), 'enchantments' as const];
    refuseParts('`banned-paintings` tells of paintings alone', filter, parts, before?.filter);
  }
  if (kind === 'health') refuseParts('`health` is of the whole server', filter, ALL_PARTS, before?.filter);
  checkPlace(filter);
  if (kind === 'sales') refuseMinStock(BUYERS, filter, before?.filter);
  if (kind === 'sold-out') refuseMinStock(EMPTY, filter, before?.filter);
}

/** A server may have other items that show a painting: what carries a canvas is one. */
function canBePainting(type: string, market: Market | null): boolean {
  if (type === 'PAINTING') return true;
  const known = [...(market?.catalogue.identities ?? [])];
  return known.some((identity) => identity.type === type && identity.variant?.canvas != null);
}

/** @throws UserError for a stock asked of shops that buy: nobody tells how much they can still take */
export function checkShopQuery(side: 'buy' | 'sell', filter: Filter): void {
  if (side === 'sell') refuseMinStock(BUYERS, filter);
}

function checkBounds(trigger: WatchTrigger, price: number | null, { minPrice, maxPrice }: Filter): void {
  if (price === null) return;
  const [name, where, bound] =
    trigger === 'at-or-above'
      ? (['max-price', 'below', maxPrice] as const)
      : (['min-price', 'above', minPrice] as const);
  const isBeyond = bound !== undefined && (trigger === 'at-or-above' ? bound < price : bound > price);
  if (isBeyond)
    throw new UserError(`\`${name}\` is ${where} your \`price\`, so nothing can match: change one of them.`);
}

/** A place alone leaves nothing out, and nothing here is sorted by distance. */
function checkPlace({ x, within }: Filter): void {
  if (x !== undefined && within === undefined) throw new UserError('Give `within` too: how many blocks around.');
}

function refuseMinStock(who: string, { minStock }: Filter, before?: Filter): void {
  if (minStock === undefined) return;
  const advice = before?.minStock === undefined ? 'leave out `min-stock`' : 'give `clear: min-stock`';
  throw new UserError(`${who} no stock to ask for: ${advice}.`);
}

function refuseParts(why: string, filter: Filter, parts: readonly (keyof Filter)[], before: Filter = NOTHING): void {
  const given = givenOf(filter, parts);
  if (given.length === 0) return;
  const kept = givenOf(before, given).map((key) => OPTION_OF[key]);
  const added = given.length - kept.length;
  const advice = [
    ...(added > 0 ? [`leave ${added === 1 ? 'it' : 'them'} out`] : []),
    ...(kept.length > 0 ? [`give \`clear: ${kept.join(', ')}\``] : []),
  ];
  const names = given.map((key) => `\`${OPTION_OF[key]}\``).join(', ');
  throw new UserError(`${why}, so ${names} can never match: ${advice.join(', and ')}.`);
}

/** Those of the parts that leave something out. */
function givenOf(filter: Filter, parts: readonly (keyof Filter)[]): readonly (keyof Filter)[] {
  return parts.filter((key) => (key === 'containers' ? !filter.containers : filter[key] !== undefined));
}
