/** `/deals`: offers under their worth, or what to buy at one shop and sell at another. */
export const DEALS = {
  'deals.description': 'Offers well under their worth, or what to buy here and sell there',
  'deals.discount': 'Per cent under the worth, at least (25)',
  'deals.min-saving': 'Diamonds saved on a stack, at least (0.1)',
  'deals.sort': 'What comes first; distance needs x and z',
  'deals.spreads': 'Buy at one shop, sell at another',

  'deals.title': 'Deals',
  'deals.under': '{percent}% or more under worth',
  /** Follows it: the amount that savings are counted on. */
  'deals.counted': 'Saved on one stack or on 100 diamonds spent',
  'deals.at-least': 'saving at least {diamonds}',
  'deals.buy-and-sell': 'Buy here, sell there',
  /** How to read a row. */
  'deals.spread-row': 'Profit, cost → return, buy at → sell at',
  /** In a row; the heading names the unit. `{diamonds}`: a number. */
  'deals.saves': 'saves **{diamonds}**',
  'deals.about-saves': 'saves about **{diamonds}**',
  /** The same where the saving is counted on another number of items than one bundle. */
  'deals.saves-on': 'saves **{diamonds}** on {count}',
  'deals.about-saves-on': 'saves about **{diamonds}** on {count}',
  /** More offers of the same item, which are not listed. */
  'deals.more-of-it': '{n, plural, one {# more shop} other {# more shops}}',
  'deals.no-worth': 'worth unknown',
  'deals.ask-first': 'Nobody knows how much a buyer can pay: ask first.',

  /** Where there is nothing to list. */
  'deals.none': 'Nothing is {percent}% under its worth right now.',
  'deals.none-saves': 'Nothing is {percent}% under its worth and saves {diamonds} right now.',
  /** Follow one of these: the best that exists. A button shows it. */
  'deals.best-discount': 'The best right now is {percent}% under.',
  'deals.best-saving': 'The most you can save right now is {diamonds}.',
  'deals.no-spread': 'Right now nobody pays more than what somebody with enough stock asks.',
  'deals.among': 'I looked at {n, plural, one {# item} other {# items}} with a worth.',
  'deals.no-worths': 'No item has a worth yet. A worth takes 5 purchases from 3 sellers within 30 days.',

  /** Menus and buttons. The orders of the list: */
  'deals.saved': 'Most saved first',
  'deals.percent': 'Largest discount first',
  'deals.cheapest': 'Cheapest first',
  'deals.show-best': 'Show it',
  'deals.watch': 'Watch one of these',
  'deals.history': 'Price history of …',
  'deals.tell': 'Tell me about new ones',
  'deals.pick': 'Pick one of the items in the menu.',
  /** `{option}`: an option such as `discount`, in backticks. */
  'deals.not-for-spreads': '{option} is not for `spreads`: leave one of them out.',
  'deals.again': 'This list no longer works. Please run </deals> again.',
} as const;
