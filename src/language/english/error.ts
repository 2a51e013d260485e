/** Errors: first the fault, then the remedy. A word in `code` is typed by users and is not translated. */
export const ERROR = {
  'error.old-button': 'This button is from an older version of Crier. Please run the command again.',
  'error.old-command': 'This command no longer exists. Discord will show the new list of commands soon.',
  'error.run-again': 'Please run the command again.',
  'error.no-shops-yet': 'I don’t have the list of shops yet. Please try again in a minute.',
  // A fault of Crier. Its log has the reason.
  'error.failed':
    'Sorry, that did not work. It’s not your fault: please try again. The person who runs Crier can see why in its log.',
  'error.not-shown':
    'Sorry, Discord did not take my answer. It’s not your fault. What you asked for may be done already: please check before you try again.',
  'error.not-saved':
    'Sorry, I could not save that, so nothing has changed. The person who runs Crier can see why in its log.',
  // The connection to PostgreSQL ended during the commit.
  'error.not-confirmed':
    'Sorry, I lost my database while saving, so I can’t say whether this was saved. Please look at </watch list> or </feed list> before you try again.',
  // {option}: the name of an option.
  'error.empty': '`{option}` is empty: write a name, or leave it out.',
  'error.empty-item': '`item` is empty: write a name, or pick one from the list.',
  'error.out-of-range': '`{option}` is {value}: it must be from {least} to {most}.',
  'error.unknown-item': 'No shop has an item like “{text}”. Pick one from the list that opens while you type.',
  // Follows an unknown item in a language without item names of its own.
  'error.english-names': 'Items have their English names here, such as {example}.',
  // Buttons or a menu with items follow below.
  'error.unknown-item-like': 'No item is called exactly “{text}”. Did you mean one of these?',
  // The placeholder of the menu of guesses below `error.unknown-item-like`.
  'error.pick-guess': 'Pick what you meant',
  // Follows `error.unknown-item` or `error.unknown-item-like`. {type}: such as `DRAGON_EGG`.
  'error.unsold-item': 'For an item that no shop sells now, write its type, such as `{type}`.',
  'error.unsold-item-yet':
    'I don’t have the list of shops yet. Please try again in a minute, or write the item’s type, such as `SLIME_BLOCK`.',
  'error.enchantment':
    'I can’t read “{text}” as an enchantment. Write it like `sharpness`, `sharpness>=5` or `Sharpness V`, and several with commas.',
  'error.enchantments': 'Those are too many enchantments: give at most {most}.',
  'error.unknown-filter': '“{text}” is not a filter I can clear. `clear` takes {names}.',
  'error.given-and-cleared': 'You gave `{option}` and cleared `{name}` at the same time: leave one of them out.',
  'error.price': 'I can’t read “{text}” as a price. Write it like `0.25`, `32 for 3`, `3/32` or `5k`.',
  'error.amount': 'I can’t read “{text}” as a number of diamonds. Write it like `1200` or `5k`.',
  // Parts of a search, a feed or a watch that exclude each other.
  'error.coordinate': '`{missing}` is missing: give `x` and `z` together.',
  // {text}: the typed name. Buttons or a menu follow the third and the fourth text.
  'error.no-landmarks': 'I know no landmarks here, so `near` finds no place. Give `x` and `z` instead.',
  'error.landmark': 'No landmark is called “{text}”. Pick one from the list that opens while you type.',
  'error.landmark-like': 'No landmark is called “{text}”. Did you mean one of these?',
  'error.landmarks': 'Several landmarks are called “{text}”. Which one do you mean?',
  'error.two-places': 'Give either `near` or `x` and `z`, not both.',
  'error.place': '`within` needs a place: give `near`, or `x` and `z` too.',
  'error.place-or-home': '`within` needs a place: give `near`, or `x` and `z` too, or save your home with </me>.',
  'error.within': 'Give `within` too: how many blocks around that place.',
  'error.prices-crossed': '`min-price` is above `max-price`, so nothing can match: swap them.',
  'error.same-player': '`owner` and `not-owner` are the same player, so nothing can match: leave one out.',
  'error.two-levels': 'No item has two levels of {enchantment}: give one.',
  'error.empty-stock': 'An empty shop has no stock: leave out `min-stock`.',
  'error.empty-stock-kept': 'An empty shop has no stock: take `min-stock` away with `clear`.',
  // {parts}: names of options. The last sentence says how to remove them.
  'error.never-auctions': 'An auction has no place, owner or stock, so this can never match: {parts}.',
  'error.never-paintings': '`banned-paintings` is about paintings only, so this can never match: {parts}.',
  'error.never-server-health': '`health` is about the whole server, so this can never match: {parts}.',
  'error.leave-out': 'Leave out {parts}.',
  'error.clear': 'Take `{parts}` away with `clear`.',
  // {uuid}: a line per player of that name follows, with {n} shops in the worlds {where}, and a button for each.
  'error.two-players':
    'Several players are called **{name}**. Which one do you mean? You can also write the uuid instead of the name:',
  'error.one-of-players': '- {uuid}: {n, plural, one {# shop} other {# shops}} in {where}',
  'error.owner': 'Give an `owner`: whose shops?',
  'error.own-shops': 'A watch on your own shops takes no filter but `owner`.',
  'error.every-not-taken':
    '`every` is for a watch on your own shops, made with </watch my-shop>. This one has `cooldown`.',
  'error.item': 'Give an `item` to watch.',
  'error.price-needed-at-or-below': '**{trigger}** needs a `price`: the most that one item may cost, such as 0.25.',
  'error.price-needed-at-or-above':
    '**{trigger}** needs a `price`: the least that a shop should pay for one item, such as 0.25.',
  'error.price-not-taken': '**{trigger}** takes no `price`: use `max-price` instead.',
  'error.deals-only': '`{option}` is for deals only: leave it out.',
  'error.max-below-price': '`max-price` is below your `price`, so nothing can match: change one of them.',
  'error.min-above-price': '`min-price` is above your `price`, so nothing can match: change one of them.',
  'error.nothing-paid': '`min-value` is about what was paid, and **{kind}** has no payments: leave it out.',
  'error.nothing-paid-kept':
    '`min-value` is about what was paid, and **{kind}** has no payments: take it away with `clear`.',
  // Quiet hours.
  'error.quiet-both': 'Give `{from}` and `{to}` together, such as 22:00 and 07:00.',
  'error.quiet-zone': 'Give your `timezone` too, such as Europe/Berlin.',
  'error.quiet-same': '`{from}` and `{to}` are the same time: give two different times.',
  'error.time': 'I can’t read “{text}” as a time. Write it like 22:00.',
  // {zones}: time zones with the time there, and “or” between them.
  'error.zone-guess': 'I’m not sure which time zone “{text}” is. Did you mean {zones}?',
  'error.zone': 'I don’t know the time zone “{text}”. Write it like Europe/Berlin, or pick one from the list.',
  // Shown once after another command, to a user whose direct messages are closed. {why}: a reason in lower case.
  'error.watches-back':
    'I can write to you again, so your watches go on. Alerts from the time in between are not sent.',
  'error.watches-paused': 'Your watches are paused: {why}. </watch resume> starts them again.',
  'error.feeds-paused': 'The feeds of {channel} are paused: {why}.',
  // Settings that were lost or cannot be read.
  'error.store-damaged':
    '⚠️ Crier’s store was damaged or removed {when}: feeds and watches from before are missing. The person who runs Crier may have a backup.',
  'error.unread-feeds':
    '⚠️ Crier can’t read {n, plural, one {# stored feed} other {# stored feeds}}. Yours may be among them. The person who runs Crier finds which in its log.',
  'error.unread-watches':
    '⚠️ Crier can’t read {n, plural, one {# stored watch} other {# stored watches}}. Yours may be among them. The person who runs Crier finds which in its log.',
  'error.unread-all': '**Cannot be read**: {what}. They stay in the store: see Crier’s log',
  'error.n-feeds': '{n, plural, one {# feed} other {# feeds}}',
  'error.n-watches': '{n, plural, one {# watch} other {# watches}}',
  'error.n-people': '{n, plural, one {quiet hours of # person} other {quiet hours of # people}}',
} as const;

/** The reasons why Discord rejects a channel or a user's direct messages, and the remedies. */
export const REFUSAL = {
  // A reason inside another sentence, after a colon: lower case, no full stop.
  'refusal.unknown-channel': 'that channel no longer exists',
  'refusal.unknown-server': 'I am no longer in that server',
  'refusal.unknown-user': 'Discord does not know that person any more',
  'refusal.no-access':
    'I cannot see that channel: I need the permission View Channel there (in a private thread: add me to it)',
  'refusal.no-writing':
    'I may not write in that channel: I need the permissions View Channel, Send Messages and Embed Links (in a thread: Send Messages in Threads)',
  'refusal.lacking': 'I lack {permissions} in that channel',
  'refusal.closed': 'your direct messages are closed to me',
  'refusal.archived': 'that thread is archived',
  'refusal.locked': 'that thread is locked',
  'refusal.no-common-server': 'we are in no server together any more',
  'refusal.no-way-in': 'Discord does not let me write to you',
  'refusal.content': 'Discord or this server’s AutoMod blocked the content',
  // {code}: one of the next two texts.
  'refusal.other': 'Discord refuses it ({code})',
  'refusal.code': 'code {code}',
  'refusal.no-code': 'no code',
  // Follows a sentence about resumed feeds or watches.
  'refusal.kept': 'Messages held back before the pause follow as one summary.',
  // How to open direct messages. Bold: the names in Discord's settings, and the button `watch.button-try-again`. No
  // italics, because messages with players' names have none.
  'refusal.open':
    'To open them, tap the server’s name (on a phone, hold its icon) → **Privacy Settings** → **Direct Messages**. Then press **Try again**.',
  // Alerts that Discord rejected. The first of them follow below.
  'refusal.missed': '{n, plural, one {This alert did not reach you:} other {# alerts did not reach you, among them:}}',
  // The direct message sent by *Try again*, and the answer to the button.
  'refusal.test': 'This is a test: I can message you again, and your watches are on.',
  'refusal.back': '✅ I can message you again, so your watches go on.',
  // {why}: a reason in lower case.
  'refusal.still': 'I still can’t message you: {why}.',
  'refusal.no-answer': 'Discord did not answer just now. Please try again in a minute.',
  'refusal.remedy': 'Once that is fixed, </feed resume> starts them again.',
  'refusal.remedy-left': 'Invite me again, and they go on by themselves.',
  'refusal.remedy-gone': '</feed edit> moves them to another channel, </feed remove> deletes them.',
} as const;
