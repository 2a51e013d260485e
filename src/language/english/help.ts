/**
 * The greeting of a server that Crier has joined, or joined again, and the form with which moderators set up its feeds.
 */
export const GREETING = {
  'greeting.hello':
    '## Hi, I’m Crier\nI watch the market of your game server: every shop, every trade, every auction.\n- </shop> finds the cheapest shop for an item\n- </price> shows what it is worth\n- </watch add> messages you when it gets cheap\n- </help> shows all you can do',
  'greeting.moderators': '**For moderators:** choose what each channel gets ({kinds} …). It takes a minute.',
  'greeting.button': 'Set up channels',
  // For a server that has feeds of an earlier membership. A list of feeds follows each of the two counts.
  'greeting.back': '## Hi again, I’m Crier\nI’m back in this server. I don’t post what I missed.',
  'greeting.back.on': '{n, plural, one {**# feed goes on:**} other {**# feeds go on:**}}',
  'greeting.back.off': '{n, plural, one {**# feed is still stopped:**} other {**# feeds are still stopped:**}}',
  'greeting.back.private':
    '{n, plural, one {# more feed is in a private channel} other {# more feeds are in private channels}}: see </feed list>.',
  'greeting.back.next': '-# </feed check> says what is missing, </feed resume> starts paused feeds again.',
  // Parts of the form. A label has at most 45 characters.
  'setup.title': 'Set up channels',
  'setup.channel': 'Which channel?',
  'setup.kinds': 'What should be posted there?',
  'setup.channel-2': 'Another channel, if you like',
  'setup.kinds-2': 'What should be posted in the second one?',
  'setup.min-value': 'At least how many diamonds? (optional)',
  'setup.min-value.example': 'Such as 50',
  'setup.done': '### Channels set up',
  'setup.incomplete': '⚠️ The second channel needs both: the channel, and what to post there. I left it out.',
  'setup.min-value-unused': '⚠️ The minimum of {diamonds} does not apply where nothing is paid: {kinds}.',
  'setup.nothing-new': 'All of that is posted there already.',
  'setup.more': 'Set up more',
  'setup.next': '-# </feed list> shows all feeds, </feed edit> changes one.',
} as const;

/**
 * `/help`: the uses of Crier by the reader's wish. Each `help.<topic>` is a line of the list and names a command.
 * `.label` is the same wish in a menu, with at most 60 characters; `.more` explains it with examples.
 */
export const HELP = {
  'help.command': 'What Crier can do for you',
  'help.title': '## What would you like to do?',
  'help.menu': 'Tell me more about…',
  'help.back': 'All topics',
  'help.find': '- Find a shop: </shop>',
  'help.find.label': 'Find a shop',
  'help.find.more':
    '</shop> lists the shops for an item, cheapest first: the price of one item, the stock and where the shop is.\n- Give `x` and `z`, or a landmark as `near`, to see how far away each shop is, and `within` to see only shops near you. With your home saved in </me>, `within` needs no place.\n- `side: sell` shows where you can sell the item.\n- The button *Watch this* under the list tells you when it gets cheaper.',
  'help.watch': '- Be told when something gets cheap: </watch add>',
  'help.watch.label': 'Be told when something gets cheap',
  'help.watch.more':
    '</watch add> sends you a direct message when it happens. Choose an `item` and a `trigger`:\n- **At my price or less** with a `price`: a shop sells it that cheaply.\n- **A shop pays my price or more** with a `price`: a shop pays you that much.\n- **In a new shop**, **Back in stock**, **Out of stock**, **Sold at auction**, **Traded at a shop**: whenever that happens.\n- **Well under its worth** with a `percent`: a shop sells that far below what players usually pay. This one needs no `item`.\n</watch list> shows your watches, </watch quiet> keeps the night quiet, and </watch undo> takes your last change back.',
  'help.price': '- See what something is worth: </price>',
  'help.price.label': 'See what something is worth',
  'help.price.more':
    '</price> shows what an item costs now, what players really paid for it, and a chart of the last days.\n- `days` sets how far back it looks, up to 90.\n- Too few trades? Then it says so and gives no worth.\n- The worth always covers 30 days. *Details* shows places, medians and auctions, *Watch this* tells you when it gets cheaper.',
  'help.deals': '- Find a bargain: </deals>',
  'help.deals.label': 'Find a bargain',
  'help.deals.more':
    '</deals> lists what is sold well below its worth.\n- `discount` sets how much below, in per cent.\n- `min-saving` leaves out what saves fewer diamonds, `sort` sets what comes first.\n- `within` shows only what is near: give `near`, or `x` and `z`, or save your home with </me>.\n- `spreads: True` shows what you can buy in one shop and sell for more in another.',
  'help.my-shop': '- Keep an eye on your own shops: </watch my-shop>',
  'help.my-shop.label': 'Keep an eye on your own shops',
  'help.my-shop.more':
    '</watch my-shop> needs your name in the game as `owner`, or once in </me>. It tells you at once when a shop runs empty. Sales and cheaper rivals come together, once an hour.\n- `every` sets the minutes; `every: 0` sends each at once.',
  'help.my-shops': '- See how your shops did: </my-shops>',
  'help.my-shops.label': 'See how your shops did',
  'help.my-shops.more':
    'Say once with </me> who you are in the game. Then </my-shops> shows what sold since your last look and by day, which shops are empty or soon will be, where somebody is cheaper, and what nobody buys.\n- `days` sets how far back it looks, `owner` shows the shops of another player.\n- *CSV* gives you all of it as files for a spreadsheet.',
  'help.feed': '- Announce the market in a channel: </feed add>',
  'help.feed.label': 'Announce the market in a channel',
  'help.feed.more':
    '</feed add> posts in a channel, one kind of news a feed: {kinds}. You need Manage Channels there.\n- `min-value` leaves out what is cheap, `every` gathers messages, and `style: compact` keeps them short.\n- </feed list> shows all feeds of this server, </feed test> posts a sample, and </feed check> finds what stops a feed.',
  'help.painting': '- See a painting: </painting>',
  'help.painting.label': 'See a painting',
  'help.painting.more':
    '</painting> shows a painting by its title or author: its picture, who sells it and what was paid for it.\n- </painting-banned> with an `id` says whether that painting is banned, and which shops sell it. Without an `id` it lists the banned paintings that are for sale.',
  'help.health': '- See whether all is well: </health>',
  'help.health.label': 'See whether all is well',
  'help.health.more':
    '</health> says whether the game server, its data service and the live stream are up, how many players are on, and how fresh the data of Crier is.',
} as const;
