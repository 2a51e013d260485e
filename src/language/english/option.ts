/** Descriptions of options that several commands have, with at most 50 characters in English and 70 in any language. */
export const OPTION = {
  'option.item': 'An item, such as Slime Block',
  'option.enchantment': 'Such as sharpness>=5 or Unbreaking III',
  'option.owner': 'Only shops of this player',
  'option.not-owner': 'No shops of this player',
  'option.world': 'Only in this world',
  'option.x': 'A place to look around: x',
  'option.z': 'A place to look around: z',
  'option.near': 'A landmark to look around',
  'option.within': 'At most so many blocks from there',
  // For one item, in diamonds.
  'option.max-price': 'Diamonds for one item, at most',
  'option.min-price': 'Diamonds for one item, at least',
  'option.min-stock': 'Items in stock, at least; where a shop buys: room for so many',
  'option.containers': 'Look inside containers too (yes)',
  'option.private': 'Only you see the answer',
  'option.timezone': 'Such as Europe/Berlin',
  // A row in the list of time zones. {time}: the present time there.
  'option.zone-now': '{zone} (now {time})',
  'option.clear': 'Filters to remove, such as owner, price',
} as const;

/**
 * The conditions of a search, a feed or a watch: parts of one line, separated by commas, such as `Slime Block at 3
 * diamonds each or less, in world`.
 */
export const FILTER = {
  // An item whose enchantments, potion and so on the service does not send.
  'item.variant-unknown': 'variant unknown',
  // {enchantment}: `Sharpness V`.
  'filter.enchantment-at-least': '{enchantment} or higher',
  'filter.owner': 'only shops of {player}',
  'filter.not-owner': 'no shops of {player}',
  'filter.world': 'in {world}',
  // {place}: coordinates.
  'filter.within': '{n, plural, one {within # block of {place}} other {within # blocks of {place}}}',
  // The place is the user's home.
  'filter.within-home': '{n, plural, one {within # block of your home} other {within # blocks of your home}}',
  /** The `{place}` of a filter that names no world. */
  'filter.in-overworld': '{place} in the Overworld',
  'filter.max-price': 'at most {diamonds} each',
  'filter.min-price': 'at least {diamonds} each',
  'filter.min-stock': 'at least {count} in stock',
  // Shops that buy have room for at least this number of items.
  'filter.min-room': 'room for at least {count}',
  'filter.no-containers': 'not inside containers',
  // {diamonds}: the total of the whole purchase.
  'filter.min-value': 'at least {diamonds} in total',
  // The terms of a deal.
  'filter.min-saving': 'saving {diamonds} or more',
  'filter.every': '{n, plural, one {every minute} other {every # minutes}}',
  'filter.quiet': 'quiet {hours}',
  // The short style of a feed.
  'filter.compact': 'compact',
  // A feed whose posts mention a role, or are published to the channels that follow its channel.
  'filter.role': 'mentions a role',
  'filter.published': 'published',
  // {kind}: the name of a kind of feed.
  'filter.feed-of': '{kind}: **{item}**',
  // Replaces the item of a watch without one.
  'filter.any-item': 'Any item',
  // A watch on a player’s own shops: on its own, and in a list below the player’s name.
  'filter.watch-my-shop': 'Shops of **{player}**: trades, empty shops and cheaper rivals',
  'filter.waits-my-shop': 'Trades, empty shops and cheaper rivals',
  // The rate of a watch's messages.
  'filter.once': 'once',
  'filter.no-cooldown': 'every time',
  'filter.cooldown': '{n, plural, one {at most every minute} other {at most every # minutes}}',
  'filter.own-every':
    '{n, plural, one {one message a minute, empty shops at once} other {one message every # minutes, empty shops at once}}',
  // A name in a filter that no shop has. {names}: `a, b or c`.
  'filter.unknown-item': '⚠️ I haven’t seen **{item}** in a shop or a trade yet. I’ll look for {type}.',
  'filter.unknown-owner': '⚠️ No shop of “{name}” is known right now.',
  'filter.renamed-owner': 'ℹ️ **{name}** is now called **{now}**.',
  // An owner, world or type of a feed or watch that is no longer in the list of shops. {when}: a date with a time.
  'absent.owner': '⚠️ No shop of **{name}** since {when}',
  'absent.world': '⚠️ No shop in **{name}** since {when}',
  'absent.item': '⚠️ No shop has **{name}** since {when}',
  'filter.unknown-world': '⚠️ No shop in “{name}” is known right now.',
  'filter.unknown-enchantment': '⚠️ No shop sells anything with “{name}” right now.',
  'filter.did-you-mean': 'Did you mean {names}?',
  'filter.check-spelling': 'Please check the spelling.',
} as const;

/**
 * The names of the triggers of watches. Choices, lists, alerts, `/help` and docs/using.md use them word for word, alone
 * or after the item: `Beacon · Back in stock`.
 */
export const TRIGGER = {
  'trigger.at-or-below': 'At my price or less',
  'trigger.at-or-above': 'A shop pays my price or more',
  'trigger.listed': 'In a new shop',
  'trigger.restocked': 'Back in stock',
  'trigger.sold-out': 'Out of stock',
  'trigger.auctioned': 'Sold at auction',
  'trigger.traded': 'Traded at a shop',
  'trigger.under-worth': 'Well under its worth',
  // Triggers with the price of a watch. {price}: `9 diamonds each`, or `9` in a list whose heading names the unit.
  'trigger.at-or-below-for': '{price} or less',
  'trigger.at-or-above-for': 'A shop pays {price} or more',
  'trigger.auctioned-for': 'Sold at auction for {price} or less',
  'trigger.traded-for': 'Traded at a shop for {price} or less',
  'trigger.under-worth-for': '{percent}% or more under its worth',
} as const;
