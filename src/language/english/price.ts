/** `/price`: what an item costs now, and what was paid for it. */
export const PRICE = {
  'price.description': 'What an item costs now and what players paid for it',
  'price.days': 'How many days back, 1 to 90 (30)',

  /** The lines on top. `each`: `0.25 diamonds each`; `offer`: `32 for 3 diamonds · 0.094 each`. */
  'price.worth': 'Worth {each}',
  'price.no-worth': 'Worth unknown',
  'price.cheapest': 'Cheapest to buy {offer}',
  'price.best': 'Best to sell to {offer}',
  /** Where the worth is unknown, how the shop that pays most stands to the cheapest one. */
  'price.under-cheapest': '{percent}% under the cheapest',
  'price.over-cheapest': '{percent}% over the cheapest',
  'price.at-cheapest': 'as much as the cheapest',
  'price.none-sells': 'No shop sells it right now',
  /** Of a box that is also sold filled. */
  'price.none-sells-empty': 'No shop sells an empty one right now',
  'price.sold-out': 'Probably out of stock: the last one was just sold',
  'price.none-buys': 'No shop buys it right now',
  'price.no-list': 'Shop prices aren’t known yet: the list of shops isn’t here',

  /** Headings of details. */
  'price.buy-at': '**Cheapest to buy**',
  'price.sell-at': '**Best to sell to**',
  'price.in-containers': '**Cheapest in containers**',
  'price.unpriced': '{n, plural, one {# more shop} other {# more shops}} may buy it: nobody knows which variant',
  'price.paid': '**Players paid shops**, {n, plural, one {# day} other {# days}}',
  'price.received': '**Shops paid players**, {n, plural, one {# day} other {# days}}',
  'price.auctions': '**Auctions**, {n, plural, one {# day} other {# days}}',
  'price.none-seen': 'none seen',
  'price.median': 'median {each}',
  'price.range': 'most between {low} and {high}',
  /** Of few trades: the least and the most. */
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
  'price.no-chart': 'No chart this time. Ask again in a minute.',

  /** Buttons. */
  'price.period': '{n, plural, one {# day} other {# days}}',
  'price.show-shops': 'Show shops',
  'price.again': 'This button no longer works. Please run </price> again.',
} as const;
