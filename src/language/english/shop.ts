/** `/shop`: the shops that sell or buy an item. */
export const SHOP = {
  'shop.description': 'Find shops for an item, best price first',
  'shop.side': 'Buy from a shop (usual) or sell to one',
  'shop.side.buy': 'buy: shops that sell it to me',
  'shop.side.sell': 'sell: shops that buy it from me',
  'shop.sort': 'What comes first; distance needs x and z',
  'shop.out-of-stock': 'Show empty shops too',

  /** The heading where no item was asked for. */
  'shop.any': 'Shops',
  'shop.matches': '{n, plural, one {# match} other {# matches}}',
  'shop.none-sells': 'No shop sells it right now.',
  'shop.none-buys': 'No shop buys it right now.',
  'shop.none-matches': 'No shop matches right now. Fewer filters find more.',
  /** Since the last list of shops, trades took what was left. */
  'shop.just-emptied':
    'Probably no shop sells it right now: the last ones were just emptied. The next refresh tells for sure.',
  'shop.empty': '{n, plural, one {# empty shop} other {# empty shops}} would sell it once restocked.',
  'shop.of-kind': 'of the kind {kind}',
  'shop.worlds': 'Blocks are counted in each shop’s own world. `world` keeps to one.',
  'shop.page': 'Page {page} of {pages}',

  /** Buttons and menus. */
  'shop.back': '◀ Back',
  'shop.next': 'Next ▶',
  'shop.watch': 'Watch this',
  'shop.history': 'Price history',
  'shop.show-empty': 'Show empty shops',
  'shop.go-to': 'Go to a page',
  /** One page in the menu: which of the shops stand on it. */
  'shop.go-to.page': 'Page {page}: shops {first}–{last}',
  'shop.best-price': 'Best price first',
  'shop.largest-stock': 'Largest stock first',
  'shop.nearest': 'Nearest first',

  /** What cannot be done. */
  'shop.what': 'Say what to look for: an `item`, an `owner` or another filter.',
  'shop.where': 'To sort by distance I need to know where you are: give `x` and `z`.',
  'shop.no-stock-of-buyers': 'Shops that buy don’t show how much they take. Sort by `price` or `distance`.',
  'shop.pick-sort': 'Pick one of the orders in the menu.',
  'shop.pick-page': 'Pick one of the pages in the menu.',
  'shop.expired': 'This list is more than a day old. Please run </shop> again.',
  'shop.again': 'This button no longer works. Please run </shop> again.',
} as const;
