/** `/shop`: the shops that sell or buy an item. */
export const SHOP = {
  'shop.description': 'Find shops for an item, best price first',
  'shop.side': 'What you want to do; usual: buy',
  'shop.side.buy': 'I want to buy',
  'shop.side.sell': 'I want to sell',
  'shop.count': 'How many you want to buy or sell: what they cost or bring, and where',
  'shop.sort': 'What comes first; distance needs x and z',
  'shop.out-of-stock': 'Show empty shops too',

  /** The heading. */
  'shop.buy-item': 'Buy {item}',
  'shop.sell-item': 'Sell {item}',
  /** The same where no item was asked for. */
  'shop.any': 'Shops',
  'shop.any-sell': 'Shops that buy',
  'shop.matches': '{n, plural, one {# match} other {# matches}}',
  'shop.none-sells': 'No shop sells it right now.',
  'shop.none-buys': 'No shop buys it right now.',
  'shop.none-matches': 'No shop matches right now. Fewer filters find more.',
  /** Since the last list of shops, trades took what was left. */
  'shop.just-emptied':
    'Probably no shop sells it right now: the last ones were just emptied. The next refresh tells for sure.',
  'shop.empty': '{n, plural, one {# empty shop} other {# empty shops}} would sell it once restocked.',
  /** Where a filter leaves nothing: the nearest offer follows one of the three words. */
  'shop.none-at-most': 'No shop sells it for {diamonds} or less.',
  'shop.none-at-least': 'No shop pays {diamonds} or more.',
  'shop.none-with': 'No shop has this: {filter}.',
  'shop.cheapest': 'Cheapest:',
  'shop.best-paid': 'Best:',
  'shop.next-best': 'Closest match:',
  /** For a number of items: why it is another number than that. */
  'shop.count-over': 'You asked for {count}: shops sell whole bundles.',
  'shop.count-short': 'Only {found} of {count} are in stock.',
  'shop.count-left': '{left} of {count} stay with you: shops buy whole bundles and have limited room.',
  'shop.count-none': 'No shop buys as few as {count}.',
  'shop.count-maybe': 'Too many shops to compare all combinations: a better one may exist.',
  'shop.of-kind': 'of the kind {kind}',
  /** Under shops of several worlds with distances. `place`: the `x` and `z` that they are measured from. */
  'shop.worlds':
    'Distances from {place} in the Overworld. 1 block of the Nether counts as 8 there. For another world add `world`.',
  /** Under other shops with distances. `place`: a place, also with its world. */
  'shop.measured': 'Distances from {place}.',
  'shop.page': 'Page {page} of {pages}',

  /** Buttons and menus. */
  'shop.back': '◀ Back',
  'shop.next': 'Next ▶',
  'shop.watch': 'Watch this',
  'shop.history': 'Price history',
  'shop.show-empty': 'Show empty shops',
  'shop.all': 'All shops',
  'shop.show-it': 'Show it',
  /** Saves a watch. `price`: a number of diamonds. */
  'shop.watch-at': 'Watch at {price}',
  'shop.show-buyers': 'Show shops that buy it',
  'shop.show-sellers': 'Show shops that sell it',
  'shop.go-to': 'Go to a page',
  /** One page in the menu: which of the shops stand on it. */
  'shop.go-to.page': 'Page {page}: shops {first}–{last}',
  'shop.best-price': 'Best price first',
  'shop.largest-stock': 'Largest stock first',
  'shop.nearest': 'Nearest first',

  /** What cannot be done. */
  'shop.what': 'Say what to look for: an `item`, an `owner` or another filter.',
  'shop.count-of-item': '`count` needs an `item`.',
  'shop.where': 'To sort by distance I need to know where you are: give `x` and `z`.',
  'shop.no-stock-of-buyers': 'Shops that buy don’t show how much they take. Sort by `price` or `distance`.',
  'shop.pick-sort': 'Pick one of the orders in the menu.',
  'shop.pick-page': 'Pick one of the pages in the menu.',
  'shop.expired': 'This list is more than a day old. Please run </shop> again.',
  'shop.again': 'This button no longer works. Please run </shop> again.',
} as const;
