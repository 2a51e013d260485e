/**
 * The conditions of a search, a feed or a watch: parts of one line, with commas between, such as
 * `Slime Block at 3 diamonds each or less, in world`.
 */
export const FILTER = {
  // An item whose enchantments, potion and so on the service did not tell.
  'item.variant-unknown': 'variant unknown',
  // A painting by the beginning and the end of its id.
  // {enchantment}: `Sharpness V`.
  'filter.enchantment-at-least': '{enchantment} or higher',
  'filter.owner': 'only shops of {player}',
  'filter.not-owner': 'no shops of {player}',
  'filter.world': 'in {world}',
  // {place}: coordinates.
  'filter.within': '{n, plural, one {within # block of {place}} other {within # blocks of {place}}}',
  /** The `{place}` of a filter that names no world. */
  'filter.in-overworld': '{place} in the Overworld',
  'filter.max-price': 'at most {diamonds} each',
  'filter.min-price': 'at least {diamonds} each',
  'filter.min-stock': 'at least {count} in stock',
  // Shops that buy can take at least so many items.
  'filter.min-room': 'room for at least {count}',
  'filter.no-containers': 'not inside containers',
  // {diamonds}: paid in all, for the whole purchase.
  'filter.min-value': 'at least {diamonds} in total',
  // A deal’s terms.
  'filter.min-saving': 'saving {diamonds} or more',
  'filter.every': '{n, plural, one {every minute} other {every # minutes}}',
  'filter.quiet': 'quiet {hours}',
  // The short look of a feed.
  'filter.compact': 'compact',
  // A feed whose posts mention a role, or are published to the channels that follow its channel.
  'filter.role': 'mentions a role',
  'filter.published': 'published',
  // {kind}: the name of a kind of feed.
  'filter.feed-of': '{kind}: **{item}**',
  // In the place of an item, of a watch that asks for none.
  'filter.any-item': 'Any item',
  // A watch on a player’s own shops, alone and in a list under the player’s name.
  'filter.watch-my-shop': 'Shops of **{player}**: trades, empty shops and cheaper rivals',
  'filter.waits-my-shop': 'Trades, empty shops and cheaper rivals',
  // How often a watch tells.
  'filter.once': 'once',
  'filter.no-cooldown': 'every time',
  'filter.cooldown': '{n, plural, one {at most every minute} other {at most every # minutes}}',
  'filter.own-every':
    '{n, plural, one {one message a minute, empty shops at once} other {one message every # minutes, empty shops at once}}',
  // A name in a filter that no shop has. {names}: `a, b or c`.
  'filter.unknown-item': '⚠️ I haven’t seen **{item}** in a shop or a trade yet. I’ll look for {type}.',
  'filter.unknown-owner': '⚠️ No shop of “{name}” is known right now.',
  'filter.renamed-owner': 'ℹ️ **{name}** is now called **{now}**.',
  // An owner, world or type of a feed or watch that has left the list of shops. {when}: a date with the time.
  'absent.owner': '⚠️ No shop of **{name}** since {when}',
  'absent.world': '⚠️ No shop in **{name}** since {when}',
  'absent.item': '⚠️ No shop has **{name}** since {when}',
  'filter.unknown-world': '⚠️ No shop in “{name}” is known right now.',
  'filter.unknown-enchantment': '⚠️ No shop sells anything with “{name}” right now.',
  'filter.did-you-mean': 'Did you mean {names}?',
  'filter.check-spelling': 'Please check the spelling.',
} as const;
