/** `/deals`: offers under their worth, or what to buy at one shop and sell at another. */
export const DEALS = {
  'deals.description': 'Offers well under their worth, or what to buy here and sell there',
  'deals.discount': 'Per cent under the worth, at least (25)',
  'deals.min-saving': 'Save at least this many diamonds',
  'deals.spreads': 'Buy at one shop, sell at another',

  'deals.title': 'Deals',
  'deals.under': '{percent}% or more under worth',
  'deals.buy-and-sell': 'Buy here, sell there',
  'deals.to-buy': '{count} to buy, saves {diamonds} in all',
  'deals.about-to-buy': 'about {count} to buy, saves {diamonds} in all',
  /** More offers of the same item, which are not listed. */
  'deals.more-of-it': '{n, plural, one {# more shop} other {# more shops}} with it',
  'deals.profit': '**{diamonds}** profit',
  'deals.trade': 'buy {bought} for {paid}, sell {sold} for {received}',
  'deals.about-trade': 'buy about {bought} for {paid}, sell {sold} for {received}',
  'deals.apart': '{n, plural, one {# block} other {# blocks}} apart',
  'deals.ask-first': 'Nobody knows how much a buyer can pay: ask first.',

  /** Where there is nothing to list. */
  'deals.none': 'Nothing is {percent}% under its worth right now.',
  'deals.no-spread': 'Right now nobody pays more than what somebody with enough stock asks.',
  'deals.among': 'I looked at {n, plural, one {# item} other {# items}} with a worth.',
  'deals.no-worths': 'No item has a worth yet. A worth takes 5 purchases from 3 sellers within 30 days.',

  'deals.watch': 'Watch one of these',
  'deals.pick': 'Pick one of the items in the menu.',
  'deals.not-both': '`discount` is not for `spreads`: leave one of them out.',
  'deals.again': 'This list no longer works. Please run </deals> again.',
} as const;
