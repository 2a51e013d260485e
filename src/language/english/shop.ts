/** `/shop`: the shops that sell or buy an item. */
export const SHOP = {
  'shop.description': 'Find shops for an item, best price first',
  'shop.side': 'What you want to do; usual: buy',
  'shop.side.buy': 'I want to buy',
  'shop.side.sell': 'I want to sell',
  'shop.count': 'How many you want to buy or sell: what they cost or bring, and where',
  'shop.sort': 'What comes first; distance needs a place',
  'shop.out-of-stock': 'Show empty shops too',

  /** The heading of an answer with an item. */
  'shop.buy-item': 'Buy {item}',
  'shop.sell-item': 'Sell {item}',
  /** The heading of an answer without an item. */
  'shop.any': 'Shops',
  'shop.any-sell': 'Shops that buy',
  'shop.matches': '{n, plural, one {# match} other {# matches}}',
  'shop.none-sells': 'No shop sells it right now.',
  'shop.none-buys': 'No shop buys it right now.',
  'shop.none-matches': 'No shop matches right now. Fewer filters find more.',
  /** Trades since the last list of shops took the rest of the stock. */
  'shop.just-emptied':
    'Probably no shop sells it right now: the last ones were just emptied. The next refresh tells for sure.',
  'shop.empty': '{n, plural, one {# empty shop} other {# empty shops}} would sell it once restocked.',
  /** A filter that excludes all shops. The nearest offer follows one of the last three texts. */
  'shop.none-at-most': 'No shop sells it for {diamonds} or less.',
  'shop.none-at-least': 'No shop pays {diamonds} or more.',
  'shop.none-with': 'No shop has this: {filter}.',
  'shop.cheapest': 'Cheapest:',
  'shop.best-paid': 'Best:',
  'shop.next-best': 'Closest match:',
  /** For a number of items: the reason why the plan has another number. */
  'shop.count-over': 'You asked for {count}: shops sell whole bundles.',
  'shop.count-short': 'Only {found} of {count} are in stock.',
  'shop.count-left': '{left} of {count} stay with you: shops buy whole bundles and have limited room.',
  'shop.count-none': 'No shop buys as few as {count}.',
  'shop.count-maybe': 'Too many shops to compare all combinations: a better one may exist.',
  'shop.of-kind': 'of the kind {kind}',
  /** Below shops of several worlds with distances. `place`: the `x` and `z` of the query. */
  'shop.worlds':
    'Distances from {place} in the Overworld. 1 block of the Nether counts as 8 there. For another world add `world`.',
  /** Below shops of one world with distances. `place`: a place, also with its world. */
  'shop.measured': 'Distances from {place}.',
  /** Below shops at any distance. `place`: a landmark's name. */
  'shop.measured-near': 'Distances from {place}. Add `within` to leave out shops further away.',
  /** The same, where the place is the reader's home, which the answer does not name. */
  'shop.measured-home': 'Distances from your home.',
  'shop.page': 'Page {page} of {pages}',

  /** Buttons and menus. */
  'shop.back': '◀ Back',
  'shop.next': 'Next ▶',
  'shop.watch': 'Watch this',
  'shop.history': 'Price history',
  'shop.show-empty': 'Show empty shops',
  'shop.all': 'All shops',
  /** Below an answer that others see: it shows the same to the user alone, with distances from their home. */
  'shop.mine': 'Distances for me',
  'shop.show-it': 'Show it',
  /** A button that saves a watch. `price`: a number of diamonds. */
  'shop.watch-at': 'Watch at {price}',
  'shop.show-buyers': 'Show shops that buy it',
  'shop.show-sellers': 'Show shops that sell it',
  'shop.go-to': 'Go to a page',
  /** A page in the menu, with the shops on it. */
  'shop.go-to.page': 'Page {page}: shops {first}–{last}',
  'shop.best-price': 'Best price first',
  'shop.largest-stock': 'Largest stock first',
  'shop.nearest': 'Nearest first',

  /** Errors. */
  'shop.what': 'Say what to look for: an `item`, an `owner` or another filter.',
  'shop.count-of-item': '`count` needs an `item`.',
  'shop.where':
    'To sort by distance I need to know where you are: give `near`, or `x` and `z`, or save your home with </me>.',
  'shop.no-stock-of-buyers': 'Shops that buy don’t show how much they take. Sort by `price` or `distance`.',
  'shop.pick-sort': 'Pick one of the orders in the menu.',
  'shop.pick-page': 'Pick one of the pages in the menu.',
  'shop.again': 'This list no longer works. Please run </shop> again.',
} as const;

/** `/painting-banned`: banned paintings for moderators. An id is `<author’s uuid>_12`. */
export const PAINTING = {
  'painting.description': 'Is a painting banned, and who sells it',
  'painting.id-description': 'Id of the painting, as in <author uuid>_12',
  // The verdict on one painting.
  'painting.banned': 'Banned',
  'painting.not-banned': 'Not banned',
  'painting.choice-banned': '{id} (banned)',
  'painting.first-seen': 'First seen on the list of bans on {when}',
  'painting.count': '{n, plural, one {# banned painting} other {# banned paintings}}',
  'painting.on-sale': '{n, plural, one {# of them stands in a shop} other {# of them stand in shops}}, {able} in stock',
  'painting.none-on-sale': 'No shop sells one of them now',
  'painting.not-sold': 'No shop sells it now',
  'painting.new': '{n, plural, one {# new ban} other {# new bans}} since Crier began to look',
  'painting.no-new': 'No new ban since Crier began to look',
  'painting.no-shops-yet': 'Who sells it is not known yet: the list of shops is not in.',
  'painting.more-shops': '… and {n, plural, one {# more shop} other {# more shops}}',
  'painting.empty': 'out of stock',
  'painting.probably-empty': 'probably out of stock',
  'painting.kind': 'type of shop: {kind}',
  // After the price of a container that holds the painting.
  'painting.whole-container': 'for the whole {container}',
  'painting.as-of': 'Bans as of {when}',
  'painting.as-of-failed': 'Bans as of {when}; the last try failed: {why}',
  'painting.page': 'Page {page} of {pages}',
  'painting.choose': 'More about one of them…',
  'painting.list-missing': 'The list of banned paintings is not in yet. Please try again in a minute.',
  // `/painting`: a painting's picture, its sellers and the prices that were paid.
  'painting.command': 'See a painting, who sells it and what was paid for it',
  'painting.option': 'Title, author or id of the painting',
  'painting.sellers': 'Sold now',
  'painting.paid': 'Paid in the last {n, plural, one {# day} other {# days}}',
  // `▸ original · 4 to 12 diamonds · 3 trades · 2 days ago`.
  'painting.range': '{from} to {to}',
  'painting.times': '{n, plural, one {# trade} other {# trades}}',
  'painting.not-paid': 'Not traded in that time, as far as I have seen.',
  'painting.not-seen': 'I have not seen its picture yet: it comes with the next sale or auction.',
  'painting.camera': 'The game server sends no pictures of camera pictures, so I cannot show it.',
  'painting.bans-unknown': 'Whether it is banned is not known yet, so I do not show its picture.',
  'painting.unknown': 'I know no painting “{text}”. Pick one from the list that opens as you type.',
  'painting.unknown-id':
    'I have not seen a painting with the id {id}: no shop, trade or auction has shown it yet. Type a title or an author instead.',
  'painting.unknown-like': 'No painting is called exactly “{text}”. Did you mean one of these?',
  // A button for one of several kinds. {action}: Watch this, Price history; {kind}: original, copy.
  'painting.of-kind': '{action}: {kind}',
  // The picture in words for readers who cannot see it. `{painting}`: a title with its author, or `painting.untitled`.
  'painting.alt': '{painting}, {width} × {height} pixels',
  'painting.untitled': 'Untitled painting',
  // A banned painting is shown to moderators only: the button below the message, and the refusal for others.
  'painting.show': 'Show',
  'painting.show-of': 'Show {painting}',
  'painting.show-refused': 'Only members with {permission} in this channel can see a banned painting.',
  'painting.no-picture': 'I no longer have the picture of this painting.',
} as const;
