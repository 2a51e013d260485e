/** `/my-shops`: how a player's shops did, and which of them need attention. */
export const MY_SHOPS = {
  'my-shops.description': 'How your shops did, and which need you',
  'my-shops.owner': 'Player name; usual: yours, as set in /me',
  'my-shops.days': 'How many days back, 1 to 90 (7)',
  'my-shops.private': 'Only you see the answer (yes)',

  /** The heading, of the user's own shops and of another player's. */
  'my-shops.title-own': 'Your shops',
  'my-shops.title': 'Shops of {owner}',
  /** Headings of the totals below: `12 sales · 340 items · 85 diamonds`. */
  'my-shops.since-look': '**Since your last look** ({when})',
  'my-shops.in-days': '**{n, plural, one {The last 24 hours} other {The last # days}}**',
  'my-shops.nothing-sold': 'Nothing sold',
  /** Numbers of shops, in one line. `runs-empty`: within 7 days. */
  'my-shops.attention': '**Needs attention:** {list}',
  'my-shops.n-empty': '{n, plural, one {# empty} other {# empty}}',
  'my-shops.n-full': '{n, plural, one {# full} other {# full}}',
  'my-shops.n-runs-empty': '{n, plural, one {# empty soon} other {# empty soon}}',
  'my-shops.n-undercut': '{n, plural, one {# undercut} other {# undercut}}',
  'my-shops.n-unsold': '{n, plural, one {# long unsold} other {# long unsold}}',
  'my-shops.all-well': 'No shop needs attention',
  'my-shops.stock-worth': 'Stock worth {diamonds}',
  /** Follows the worth of the stock. */
  'my-shops.no-worth': '{n, plural, one {# shop of unknown worth} other {# shops of unknown worth}} not counted',
  /** Times without the live stream: `14:02–14:09, 15:30–15:41`. */
  'my-shops.gaps': 'No live stream {times}: sales then are missing',
  'my-shops.unclear':
    '{n, plural, one {# trade} other {# trades}} for {diamonds} not counted: several shops share the place',
  'my-shops.unknowable': 'Crier can’t see who bought, and auctions name no seller',

  /** Headings of the lists. */
  'my-shops.by-shop': '**By shop**',
  'my-shops.by-item': '**By item**',
  'my-shops.empty': '**Empty, or empty soon**',
  'my-shops.undercut': '**Undercut**',
  'my-shops.unsold': '**Nothing sold in 30 days**',
  /** Replaces an empty list. */
  'my-shops.none': 'No shop right now.',
  'my-shops.none-traded': 'Nothing sold or bought in this time.',
  'my-shops.none-empty': 'No shop is empty or will be soon.',
  'my-shops.none-undercut': 'No shop is undercut.',
  'my-shops.none-unsold': 'No shop has gone 30 days without a trade.',

  /** Facts about one shop. `sold`: `12 items`. */
  'my-shops.sold-for': '{sold, plural, one {# sold} other {# sold}} for {diamonds}',
  'my-shops.bought-for': '{bought, plural, one {# bought} other {# bought}} for {diamonds}',
  /** The shop's own rate: `empty in 3 days (24 sold in 7 days)`. */
  'my-shops.empty-in': 'empty in {n, plural, one {# day} other {# days}} ({rate})',
  'my-shops.empty-today': 'empty within a day ({rate})',
  'my-shops.rate': '{sold, plural, one {# sold} other {# sold}} in {n, plural, one {# day} other {# days}}',
  /** A rival's price of one of the same goods, then the price of the shop. Per cent and the distance follow. */
  'my-shops.cheaper': '{owner} asks {theirs} (here {ours})',
  'my-shops.pays-more': '{owner} pays {theirs} (here {ours})',
  'my-shops.rivals-more': '{n, plural, one {# more rival} other {# more rivals}}',
  'my-shops.unsold-since': 'nothing traded since {when}',
  /** `when`: the time from which on Crier knows the shop. */
  'my-shops.unsold-days': '{n, plural, one {nothing traded in # day} other {nothing traded in # days}}',
  'my-shops.worth': 'stock worth {diamonds}',

  /** Buttons. `count`: the number of shops. */
  'my-shops.show-empty': 'Empty ({count})',
  'my-shops.show-undercut': 'Undercut ({count})',
  'my-shops.show-unsold': 'Unsold ({count})',
  'my-shops.show-items': 'By item',
  'my-shops.show-shops': 'By shop',

  /** The message with the two files. */
  'my-shops.csv':
    '{trades, plural, one {# trade} other {# trades}} of {n, plural, one {the last 24 hours} other {the last # days}} and {shops, plural, one {# shop} other {# shops}}. Times are UTC, prices are diamonds.',
  'my-shops.csv-cut': 'Only the latest trades fit into the file: fewer `days` leave none out.',

  /** Errors. */
  'my-shops.who': 'I don’t know which player you are. Set your name once with </me>, or give an `owner` here.',
  // Follows a warning that no shop of the user's own name is known.
  'my-shops.own-name': 'This is your name in </me>. Correct it there with `name`.',
  'my-shops.again': 'This list no longer works. Please run </my-shops> again.',
} as const;
