import type { Filter } from '../../market/filter.ts';
import type { WatchDraft } from '../../ports/watch-file.ts';
import { type Feed, PAID_KINDS } from '../../routing/feed.ts';
import { PRICE_NEEDED, takesPrice } from '../../routing/watch.ts';
import { Complaint } from './complaint.ts';
import { OPTION_OF } from './filter-names.ts';
import { checkFilter } from './read-filter.ts';

/** What an auction cannot answer: it has no place, owner or stock. */
const NOT_OF_AUCTIONS: readonly (keyof Filter)[] = ['owner', 'notOwner', 'world', 'x', 'z', 'within', 'minStock'];

/**
 * What a watch may ask for, however it came: typed, edited or from a file.
 * @throws Complaint for what can never match or is not said
 */
export function checkWatch({ item, trigger, price, filter }: WatchDraft): void {
  checkFilter(filter);
  if (trigger === 'my-shop') {
    if (filter.owner === undefined) throw new Complaint('Say whose shops: give an `owner`.');
    const others = namesOf(
      filter,
      (Object.keys(OPTION_OF) as (keyof Filter)[]).filter((key) => key !== 'owner'),
    );
    if (others || price !== null) throw new Complaint('A watch of your own shops takes no filter but `owner`.');
    return;
  }
  if (item === null) throw new Complaint('Say which `item` to watch.');
  if (PRICE_NEEDED.includes(trigger) && price === null) {
    throw new Complaint(`For \`${trigger}\` give a \`price\`: what one item may cost, such as 0.25.`);
  }
  if (price !== null && !takesPrice(trigger)) {
    throw new Complaint(`\`${trigger}\` has no \`price\`: use \`max-price\` instead.`);
  }
  if (trigger === 'auctioned') refuseForAuctions(filter);
}

/** @throws Complaint for filters and values that the feed's kind cannot answer */
export function checkFeed({ kind, filter, minValue }: Pick<Feed, 'kind' | 'filter' | 'minValue'>): void {
  checkFilter(filter);
  if (minValue > 0 && !PAID_KINDS.includes(kind)) {
    throw new Complaint(`\`min-value\` is what was paid, and nothing is paid in \`${kind}\`: leave it out.`);
  }
  if (kind === 'auctions') refuseForAuctions(filter);
  if (kind === 'health') {
    const given = namesOf(filter, Object.keys(OPTION_OF) as (keyof Filter)[]);
    if (given) throw new Complaint(`\`health\` is of the whole server, so ${given} can never match: leave it out.`);
  }
}

function refuseForAuctions(filter: Filter): void {
  const given = namesOf(filter, NOT_OF_AUCTIONS);
  if (given) throw new Complaint(`An auction has no place, owner or stock, so ${given} can never match: leave it out.`);
}

/** The options that were given, as one reads them; empty: none. */
function namesOf(filter: Filter, keys: readonly (keyof Filter)[]): string {
  const given = keys.filter((key) => key !== 'containers' && filter[key] !== undefined);
  return given.map((key) => `\`${OPTION_OF[key]}\``).join(', ');
}
