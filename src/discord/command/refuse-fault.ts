import type { FilterFault } from '../../market/search/filter-fault.ts';
import type { TermsFault } from '../../subscriptions/terms.ts';
import { safe } from '../render/words/text.ts';
import { OPTION_OF } from './filter-names.ts';
import { UserError } from './user-error.ts';

const STOCKLESS = { buyers: 'Shops that buy have', 'empty-shops': 'An empty shop has' };
const NEVER = {
  auctions: 'An auction has no place, owner or stock',
  paintings: '`banned-paintings` tells of paintings alone',
  'server-health': '`health` is of the whole server',
};

/** @throws UserError that says the fault, if there is one */
export function refuseFault(fault: TermsFault | null): void {
  if (fault !== null) throw new UserError(formatFault(fault));
}

/** What is wrong with the terms of a search, a watch or a feed, and what would do: one sentence for the person who typed them. */
function formatFault(fault: TermsFault): string {
  switch (fault.kind) {
    case 'distance-missing':
      return 'Give `within` too: how many blocks around.';
    case 'no-stock':
      return `${STOCKLESS[fault.of]} no stock to ask for: ${fault.isKept ? 'give `clear: min-stock`' : 'leave out `min-stock`'}.`;
    case 'never-matching':
      return formatNeverMatching(fault);
    case 'owner-missing':
      return 'Say whose shops: give an `owner`.';
    case 'own-shops-filtered':
      return 'A watch of your own shops takes no filter but `owner`.';
    case 'item-missing':
      return 'Say which `item` to watch.';
    case 'price-missing': {
      const what = fault.trigger === 'at-or-above' ? 'what a shop pays for one item' : 'what one item may cost';
      return `For \`${fault.trigger}\` give a \`price\`: ${what}, such as 0.25.`;
    }
    case 'price-not-taken':
      return `\`${fault.trigger}\` has no \`price\`: use \`max-price\` instead.`;
    case 'bound-beyond-price': {
      const where = fault.bound === 'maxPrice' ? 'below' : 'above';
      return `\`${OPTION_OF[fault.bound]}\` is ${where} your \`price\`, so nothing can match: change one of them.`;
    }
    case 'nothing-paid': {
      const advice = fault.isKept ? 'give `clear: min-value`' : 'leave it out';
      return `\`min-value\` is what was paid, and nothing is paid in \`${fault.feedKind}\`: ${advice}.`;
    }
    default:
      return formatFilterFault(fault);
  }
}

function formatFilterFault(fault: FilterFault): string {
  switch (fault.kind) {
    case 'coordinate-missing':
      return `Give \`x\` and \`z\` together; \`${fault.missing}\` is missing.`;
    case 'place-missing':
      return '`within` needs a place: give `x` and `z` too.';
    case 'prices-crossed':
      return '`min-price` is above `max-price`, so nothing can match: swap them.';
    case 'same-player':
      return '`owner` and `not-owner` are the same player, so nothing can match: leave one out.';
    case 'two-levels':
      return `No item has two levels of ${safe(fault.enchantment.replaceAll('_', ' '))}: give one.`;
  }
}

function formatNeverMatching({ of, parts, kept }: Extract<TermsFault, { kind: 'never-matching' }>): string {
  const added = parts.length - kept.length;
  const advice = [
    ...(added > 0 ? [`leave ${added === 1 ? 'it' : 'them'} out`] : []),
    ...(kept.length > 0 ? [`give \`clear: ${kept.map((part) => OPTION_OF[part]).join(', ')}\``] : []),
  ];
  const names = parts.map((part) => `\`${OPTION_OF[part]}\``).join(', ');
  return `${NEVER[of]}, so ${names} can never match: ${advice.join(', and ')}.`;
}
