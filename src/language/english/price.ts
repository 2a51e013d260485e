/** `/price`: an item's present prices, and the prices that were paid for it. */
export const PRICE = {
  'price.description': 'What an item costs now and what players paid for it',
  'price.days': 'How many days back, 1 to 90 (30)',

  'price.no-worth': 'Worth unknown',
  /**
   * The first three lines, each within the width of a phone: `test/discord/render/answer/price.test.ts` measures them.
   * `offer`: `32 for 3 · 0.094 each · 62% under worth`. The heading names the unit.
   */
  'price.worth-line': 'Worth **{price}**',
  'price.buy-line': 'Buy {offer}',
  'price.sell-line': 'Sell {offer}',
  /** The price of one item in these lines, as short as the language allows. */
  'price.unit-line': '{price} each',
  /** The worth of the last 7 days compared with that of 30 days, which precedes it. `period`: `7 days`. */
  'price.trend-under': '{period}: {percent}% lower',
  'price.trend-over': '{period}: {percent}% higher',
  'price.trend-at': '{period}: unchanged',
  /** The best price that a shop pays, compared with the cheapest offer. Used if the worth is unknown. */
  'price.under-cheapest': '{percent}% under the cheapest',
  'price.over-cheapest': '{percent}% over the cheapest',
  'price.at-cheapest': 'as much as the cheapest',
  'price.none-sells': 'No shop sells it right now',
  /** For a box that is also sold filled. */
  'price.none-sells-empty': 'No shop sells an empty one',
  /** For an item that is also sold in variants. */
  'price.none-sells-plain': 'No shop sells a plain one',
  'price.none-buys-plain': 'No shop buys a plain one',
  /** `unit`: `0.094 each`. */
  'price.only-in-containers': 'Only in containers: {unit}',
  'price.sold-out': 'Probably just sold out',
  'price.none-buys': 'No shop buys it right now',
  'price.no-list': 'Shop prices aren’t known yet: the list of shops isn’t here',

  /**
   * The number of shops that trade this kind of goods, then other kinds: `Plain: 17 shops sell, 4 buy. Enchanted: 3
   * more sell, 4 buy`. `kind`: one of the words below.
   */
  'price.counts':
    '{kind}: {sell, plural, one {# shop sells} other {# shops sell}}, {buy, plural, one {# buys} other {# buy}}',
  /** The number of shops that trade this kind of goods if none of them buys, or none sells. */
  'price.counts-own-selling': '{kind}: {sell, plural, one {# shop sells} other {# shops sell}}',
  'price.counts-own-buying': '{kind}: {buy, plural, one {# shop buys} other {# shops buy}}',
  'price.counts-more':
    '{kind}: {sell, plural, one {# more sells} other {# more sell}}, {buy, plural, one {# buys} other {# buy}}',
  'price.counts-selling': '{kind}: {sell, plural, one {# more sells} other {# more sell}}',
  'price.counts-buying': '{kind}: {buy, plural, one {# more buys} other {# more buy}}',
  'price.kind-plain': 'Plain',
  /** The contents of boxes. */
  'price.kind-empty': 'Empty',
  'price.kind-filled': 'Filled',
  'price.kind-this': 'This variant',
  'price.kind-enchanted': 'Enchanted',
  'price.kind-others': 'Other variants',
  'price.kind-containers': 'In containers',

  /** The menu of variants, if most offers of an item are variants. */
  'price.which': 'Which one? Each variant has its own price.',
  'price.which-most': 'These are the {n} most sold. For another one, type its name in </price>.',
  'price.choose': 'Choose a variant',
  'price.trades': '{period}: {n, plural, one {# trade} other {# trades}}',

  /** Headings of details. */
  'price.buy-at': '**Cheapest to buy**',
  'price.sell-at': '**Best to sell to**',
  'price.in-containers': '**Cheapest in containers**',
  'price.unpriced': '{n, plural, one {# more shop} other {# more shops}} may buy it: nobody knows which variant',
  'price.paid': '**Players paid shops**, {n, plural, one {# day} other {# days}}',
  'price.received': '**Shops paid players**, {n, plural, one {# day} other {# days}}',
  'price.auctions': '**Auctions**, {n, plural, one {# day} other {# days}}',
  /** Replaces one of the three sections. */
  'price.no-purchases': 'No purchase in {n, plural, one {# day} other {# days}}',
  'price.no-sales': 'No sale to a shop in {n, plural, one {# day} other {# days}}',
  'price.no-auctions': 'No auction in {n, plural, one {# day} other {# days}}',
  'price.explained':
    'Worth: from purchases of 30 days. Median: the middle price of the days shown. Auctions count for neither.',
  'price.median': 'median {each}',
  'price.range': 'most between {low} and {high}',
  /** The least and the greatest price of few trades. */
  'price.range-of-few': 'from {low} to {high}',
  'price.sales': '{n, plural, one {# sale} other {# sales}}',
  'price.auctioned': '{n, plural, one {# auction} other {# auctions}}',
  'price.last': 'last {when}',
  'price.more': '{percent}% more than in the {n, plural, one {day} other {# days}} before ({median})',
  'price.less': '{percent}% less than in the {n, plural, one {day} other {# days}} before ({median})',
  'price.same': 'Hardly changed from the {n, plural, one {day} other {# days}} before ({median})',
  'price.filled': '**Filled, by what is in it**',
  'price.mixed': '{n, plural, one {# shop} other {# shops}} with mixed contents, which have no price each',
  'price.variants': '**Other variants, cheapest to buy**',

  /** Small print. `times`: `14:02–14:09, 15:30–15:41`. */
  'price.gaps': 'No live stream {times}: trades in that time are unknown',
  'price.watched-since': 'Crier has watched since {when}: earlier trades are unknown',
  'price.watched-since-some': 'Crier has watched since {when}: earlier trades may be missing',
  'price.kinds-mixed': 'Trades before {when} mix several kinds: only the chart shows them',
  'price.gone': 'Crier no longer knows this variant’s name: no shop has it now',
  'price.no-chart': 'No chart this time. Ask again in a minute.',

  /** Buttons. */
  'price.period': '{n, plural, one {# day} other {# days}}',
  'price.details': 'Details',
  'price.back': 'Back',
  'price.show-shops': 'Show shops',
  /** The shops of all kinds, after the counts. */
  'price.show-them': 'Show them',
  'price.again': 'This button no longer works. Please run </price> again.',
} as const;

/** `/deals`: offers below their worth, or goods to buy at one shop and sell at another. */
export const DEALS = {
  'deals.description': 'Offers well under their worth, or what to buy here and sell there',
  'deals.discount': 'Per cent under the worth, at least (25)',
  'deals.min-saving': 'Diamonds saved on a stack, at least (0.1)',
  'deals.sort': 'What comes first; distance needs a place',
  'deals.spreads': 'Buy at one shop, sell at another',

  'deals.title': 'Deals',
  'deals.under': '{percent}% or more under worth',
  /** Follows the percentage: the amount on which savings are counted. */
  'deals.counted': 'Saved on one stack or on 100 diamonds spent',
  'deals.at-least': 'saving at least {diamonds}',
  'deals.buy-and-sell': 'Buy here, sell there',
  /** How to read a row. */
  'deals.spread-row': 'Profit, cost → return, buy at → sell at',
  /** Part of a row. The heading names the unit. `{diamonds}`: a number. */
  'deals.saves': 'saves **{diamonds}**',
  'deals.about-saves': 'saves about **{diamonds}**',
  /** Part of a row whose saving is counted on `count` items instead of one bundle. */
  'deals.saves-on': 'saves **{diamonds}** on {count}',
  'deals.about-saves-on': 'saves about **{diamonds}** on {count}',
  /** More offers of the same item, which are not listed. */
  'deals.more-of-it': '{n, plural, one {# more shop} other {# more shops}}',
  'deals.no-worth': 'worth unknown',
  'deals.ask-first': 'Nobody knows how much a buyer can pay: ask first.',

  /** For an empty list. */
  'deals.none': 'Nothing is {percent}% under its worth right now.',
  'deals.none-saves': 'Nothing is {percent}% under its worth and saves {diamonds} right now.',
  /** The same if the query has filters besides the item. The advice follows if no other terms find something. */
  'deals.none-with': 'No such offer right now with these filters: {filter}.',
  'deals.fewer': 'Wider or fewer filters may find more.',
  /** Follows one of these texts: the best available terms. A button applies them. */
  'deals.best-discount': 'The best right now is {percent}% under.',
  'deals.best-saving': 'The most you can save right now is {diamonds}.',
  'deals.no-spread': 'Right now nobody pays more than what somebody with enough stock asks.',
  'deals.among': 'I looked at {n, plural, one {# item} other {# items}} with a worth.',
  'deals.no-worths': 'No item has a worth yet. A worth takes 5 purchases from 3 sellers within 30 days.',

  /** Menus and buttons, first the orders of the list. */
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

/** The words in a chart, and the chart in words for readers who cannot see it. */
export const CHART = {
  'chart.subtitle': 'Diamonds each · {span} (UTC)',
  'chart.median': 'Median paid',
  'chart.range': 'Most trades',
  'chart.range-cut': 'Most trades, up to {price}',
  'chart.ask': 'Cheapest to buy',
  'chart.bought': 'Items bought (right)',
  'chart.watched': 'Watched price',
  'chart.outage': 'Live stream down',
  'chart.before': 'Before Crier watched',
  'chart.mixed': 'Before {date}: kinds mixed',
  'chart.not-from-zero': 'Axis starts at {price}',
  'chart.no-purchases': 'No purchases seen in this time',
  'chart.nothing': 'No purchases and no offers seen',
  /** An owner's diamonds by day. */
  'chart.sales-subtitle': 'Diamonds a day · {span} (UTC)',
  'chart.earned': 'Earned',
  'chart.spent': 'Spent',
  'chart.no-sales': 'No sales seen in this time',
  'chart.alt-earned': '{n, plural, one {# sale} other {# sales}} seen, {diamonds} earned.',
  'chart.alt-best-day': 'Best day: {date} with {diamonds}.',
  'chart.alt-title': '{item}, {n, plural, one {# day} other {# days}}.',
  'chart.alt-none': 'No purchases seen.',
  'chart.alt-same': '{purchases}, median {price}.',
  'chart.alt-rose': '{purchases}, median rose from {from} to {to}.',
  'chart.alt-fell': '{purchases}, median fell from {from} to {to}.',
  'chart.alt-between': 'Lowest {low}, highest {high}.',
  'chart.alt-cut': 'Most trades reach up to {price}, cut off in the picture.',
  'chart.alt-ask-now': 'Cheapest to buy now: {price} each.',
  'chart.alt-ask-end': 'Cheapest to buy at the end: {price} each.',
  'chart.alt-ask-last': 'Cheapest to buy when last in stock: {price} each.',
  'chart.alt-watched': 'Watched price: {price} each.',
  'chart.alt-outages': 'The live stream was down {n, plural, one {# time} other {# times}}.',
  'chart.alt-mixed': 'Purchases before {date} mix several kinds.',
  'chart.alt-before': 'Crier has not watched all of this time.',
} as const;
