/**
 * Messages of feeds in channels and of watches in direct messages. A phone's notification shows the first sentence, so
 * that it has no bold text, no emoji and no command. `{item}` may be `Shulker Box with 64 × Emerald`.
 */
export const ALERT = {
  // A trade. {item}: `12 × Slime Block`; {price}: `42 diamonds · 3.50 each`.
  'alert.auction': '{item}: sold at auction · {price}',
  // A player bought from a player’s shop.
  'alert.purchase': '{item}: bought · {price}',
  // A player sold something to a shop that buys.
  'alert.sale': '{item}: sold to a shop · {price}',
  // Several equal events, merged into one line. {times}: `3 auctions`.
  'alert.merged': '{item}: {times} · {price}',
  // A change of a shop’s offer. `{price}`: `32 for 3 diamonds · 0.094 each (was 32 for 4 diamonds)`.
  'alert.new': '{item}: new offer · {price}',
  'alert.wanted': '{item}: a shop buys it · {price}',
  'alert.cheaper': '{item}: cheaper · now {price}',
  'alert.restocked': '{item}: back in stock · {price}',
  'alert.restocked-cheaper': '{item}: back in stock and cheaper · {price}',
  'alert.more-stock': '{item}: more in stock · {price}',
  'alert.sold-out': '{item}: out of stock · was {price}',
  'alert.gone': '{item}: the shop is gone · it asked {price}',
  'alert.changed': '{item}: the offer has changed · {price}',
  'alert.undercut': '{item}: somebody is cheaper than you · {price}',
  'alert.banned': '{item}: banned painting on sale · {price}',
  'alert.banned-wanted': '{item}: a shop buys this banned painting · {price}',
  'alert.now-banned': '{item}: this painting on sale is now banned · {price}',
  // A deal. {standing}: `38% under worth`.
  'alert.deal': '{item}: {standing} · {price}',
  // The prices that are arguments of the texts of alerts.
  'alert.was': '{price} (was {before})',
  'alert.yours': '{price}, you ask {yours}',
  // The items that are arguments of the texts of alerts.
  'alert.with': '{container} with {count} × {item}',
  'alert.with-mixed': '{container} with {count} × {item} and other things',
  'alert.inside': '{item} in {container}',
  'alert.inside-mixed': '{count} × {item} in a mixed {container}',
  // Details below the headline.
  'alert.each-time': '{diamonds} each time',
  'alert.one-inside': '{diamonds} for one {item}',
  'alert.stock-rose': '{count} in stock (was {before})',
  'alert.saves': 'saves {diamonds} on {count}',
  // The saving on a usual purchase, which ends at a stack or at `most` (100 diamonds), if the stock is larger.
  'alert.saves-usual': 'saves {diamonds} on {count} (a stack or {most} at most)',
  // The per cent of a deal are in the headline.
  'alert.worth': 'worth {worth} each',
  'alert.kind-of-shop': 'Type of shop: {kind}',
  'alert.painting': 'Painting {ids}',
  'alert.paintings': 'At least one of these is banned: {ids}',
  // Below the message: the feed or watch that asked for it.
  'alert.feed': 'Feed: {feed}',
  'alert.watch': 'Your watch: {watch}',
  'alert.watch-once': 'Your watch, told once and now done: {watch}',
  'alert.sample': 'Sample: {headline}',
  // The notification of a watch of one's own shops: `Your shop · Hopper: out of stock · was 4 for 1 diamond · 1 64 -3
  // world`.
  'alert.your-shop': 'Your shop · {headline}',
  // The notification of a watch of one's own shops that reports several events or totals.
  'alert.your-shops': 'Your shops · {headline}',
  // A trade in one's own shop: first a purchase by a player, then a sale by a player.
  'alert.own-purchase': 'Sold in your shop: {item} · {price}',
  'alert.own-sale': 'Your shop bought: {item} · {price}',
  'alert.gap': 'Something may be missing',
  'alert.gap-times': 'Crier was cut off from the game server. Unknown auctions and trades: {times}.',
  // The notification of a message with several events: `Elytra for 5 diamonds, Beacon for 9 diamonds and 2 more`.
  'alert.thing-offer': '{item} for {diamonds}',
  // `-from`: the best price of several shops with different prices.
  'alert.thing-offer-from': '{item} from {diamonds}',
  'alert.thing-auction': '{item} sold at auction for {diamonds}',
  'alert.thing-purchase': '{item} bought for {diamonds}',
  // A player sold something to a shop that buys.
  'alert.thing-sale': '{item} sold for {diamonds}',
  // A shop buys the item.
  'alert.thing-wanted': '{item} wanted for {diamonds}',
  'alert.thing-wanted-from': '{item} wanted for up to {diamonds}',
  'alert.thing-undercut': '{item} for {diamonds} (cheaper than you)',
  'alert.thing-undercut-from': '{item} from {diamonds} (cheaper than you)',
  'alert.thing-banned': '{item} for {diamonds} (banned)',
  'alert.thing-banned-from': '{item} from {diamonds} (banned)',
  'alert.thing-sold-out': '{item} out of stock',
  'alert.thing-gone': '{item}: shop gone',
  'alert.thing-shops': '{thing} ({n, plural, one {# shop} other {# shops}})',
  'alert.things-more': '{things} and {n, plural, one {# more} other {# more}}',
  // `143 auctions in the last hour: Elytra for 900 diamonds and 12 more`
  'alert.lead': '{lead}: {things}',
  // Below a single auction. {price}: `3.20 each`, or `21 diamonds`.
  'alert.cheapest-shop': 'Cheapest shop: {price}',
  // The number of events in one message. The digest alone shows no more. `{things}`: `5 auctions`.
  'alert.last-minutes': '{things} in the last {n, plural, one {minute} other {# minutes}}',
  'alert.last-hours': '{things} in the last {n, plural, one {hour} other {# hours}}',
  'alert.last-days': '{things} in the last {n, plural, one {day} other {# days}}',
  'alert.quiet-over': 'Quiet hours are over: {things}',
  'alert.snooze-over': 'The snooze is over: {things}',
  'alert.since': 'Since {when}',
  'alert.more-follow': 'Since {when}; more follows in the next message',
  'alert.digest': 'Too many to list one by one; the largest of each kind:',
  'alert.digest-times': '{item} ({n, plural, one {once} other {# times}})',
  'alert.more-items': '{n, plural, one {# more item} other {# more items}}',
  'alert.best-of': '{things} · best: {item} · {price}',
  'alert.n-events': '{n, plural, one {# event} other {# events}}',
  'alert.n-banned': '{n, plural, one {# offer of a banned painting} other {# offers of banned paintings}}',
  'alert.n-undercut': '{n, plural, one {# offer below yours} other {# offers below yours}}',
  'alert.n-auction': '{n, plural, one {# auction} other {# auctions}}',
  'alert.n-purchase': '{n, plural, one {# purchase} other {# purchases}}',
  'alert.n-sale': '{n, plural, one {# sale to a shop} other {# sales to shops}}',
  'alert.n-deal': '{n, plural, one {# deal} other {# deals}}',
  'alert.n-cheaper': '{n, plural, one {# price drop} other {# price drops}}',
  'alert.n-new': '{n, plural, one {# new offer} other {# new offers}}',
  'alert.n-wanted': '{n, plural, one {# item that a shop buys} other {# items that shops buy}}',
  'alert.n-restocked': '{n, plural, one {# restock} other {# restocks}}',
  'alert.n-sold-out': '{n, plural, one {# empty shop} other {# empty shops}}',
  'alert.n-gone': '{n, plural, one {# shop that is gone} other {# shops that are gone}}',
  'alert.n-changed': '{n, plural, one {# changed offer} other {# changed offers}}',
  // A message of a watch on one's own shops with the totals of an hour: first purchases by players, then sales by
  // players.
  'alert.own-sold':
    '{n, plural, one {# sale} other {# sales}} · {items, plural, one {# item} other {# items}} · {diamonds}',
  'alert.own-bought':
    '{n, plural, one {# purchase} other {# purchases}} from players · {items, plural, one {# item} other {# items}} · {diamonds}',
  'alert.server-slow': 'The game server is slow',
  'alert.server-down': 'The game server or its data service does not answer',
  'alert.server-well': 'The game server is back to normal',
  'alert.server-back': 'The game server is back',
  // `{time}`: `3 hours and 20 minutes`.
  'alert.was-slow': 'It was slow for {time}',
  'alert.was-down': 'It was down for {time}',
  'alert.seconds': '{n, plural, one {# second} other {# seconds}}',
  'alert.minutes': '{n, plural, one {# minute} other {# minutes}}',
  'alert.hours': '{n, plural, one {# hour} other {# hours}}',
  'alert.days': '{n, plural, one {# day} other {# days}}',
  'alert.ends-soon': 'Your watch on {item} ends soon',
  'alert.has-ended': 'Your watch on {item} has ended',
  'alert.shops-end-soon': 'Your watch on the shops of {owner} ends soon',
  'alert.shops-have-ended': 'Your watch on the shops of {owner} has ended',
  'alert.feeds-paused': 'Your feeds in {channel} are paused: Discord does not take my messages there',
  'alert.feeds-paused-why': '{channel}: {why}.',
  // Once, a day after an owner, a world or an item type that a watch or feed names has left the list of shops.
  'alert.gone-owner': '{name} has no shop any more',
  'alert.gone-world': 'No shop in {name} any more',
  'alert.gone-item': 'No shop has {name} any more',
  'alert.gone-watch': 'Your watch stays on. Renamed? Change it with </watch edit>.',
  'alert.gone-feed': 'Your feed in {channel} stays on. Renamed? Change it with </feed edit>.',
  // To every channel and user after the operator has restored a backup. `{from}`, `{until}`: dates with a time.
  'alert.restored': 'Crier was set back to a backup',
  'alert.restored-why':
    'What happened between {from} and {until} is not told here. Feeds and watches are as they were before that.',
  // Below the alert, after a press on one of its buttons.
  'alert.stopped': 'Stopped: {watch}',
  'alert.snoozed': 'Snoozed until {when}: {watch}',
  'alert.kept-on': 'Kept for 30 more days: {watch}',
  'alert.nothing-to-undo': 'There is nothing to undo any more. Only your last change can be undone, for ten minutes.',
  'alert.no-end': 'This watch has no end any more: there is nothing to do.',
  'alert.choose': 'What should happen with this watch? {watch}',
  'alert.choose-from-menu': 'Please pick one from the menu.',
  // Buttons below an alert, and the menu below an alert of several watches, with at most 80 characters. Commands in
  // them are not clickable.
  'alert.button-snooze': 'Snooze 1 hour',
  'alert.button-shops': 'Show shops',
  'alert.button-shops-of': 'Show shops: {item}',
  'alert.button-stop': 'Stop',
  'alert.button-undo': 'Undo',
  'alert.button-keep': 'Keep it 30 days',
  // The placeholder of the menu. A phone shows some 32 characters.
  'alert.menu': 'Choose a watch',
  'alert.menu-some': 'Choose a watch ({count} of {all})',
} as const;
