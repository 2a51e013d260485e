/** `/painting-banned`. Moderators look for banned paintings; an id is `<author’s uuid>_12`. */
export const PAINTING = {
  'painting.description': 'Is a painting banned, and who sells it',
  'painting.id-description': 'Id of the painting, as in <author uuid>_12',
  // The whole verdict on one painting.
  'painting.banned': 'Banned',
  'painting.not-banned': 'Not banned',
  'painting.choice-banned': '{id} (banned)',
  'painting.first-seen': 'First seen on the list of bans on {when}',
  'painting.count': '{n, plural, one {# banned painting} other {# banned paintings}}',
  'painting.on-sale': '{n, plural, one {# of them stands in a shop} other {# of them stand in shops}}, {able} in stock',
  'painting.none-on-sale': 'No shop sells one of them now',
  'painting.not-sold': 'No shop sells it now',
  'painting.new': '{n, plural, one {# new ban} other {# new bans}} since Crier began to look',
  'painting.no-new': 'No new ban since Crier began to look',
  'painting.no-shops-yet': 'Who sells it is not known yet: the list of shops is not in.',
  'painting.more-shops': '… and {n, plural, one {# more shop} other {# more shops}}',
  'painting.empty': 'out of stock',
  'painting.probably-empty': 'probably out of stock',
  'painting.kind': 'type of shop: {kind}',
  // After the price of a container that holds the painting.
  'painting.whole-container': 'for the whole {container}',
  'painting.as-of': 'Bans as of {when}',
  'painting.as-of-failed': 'Bans as of {when}; the last try failed: {why}',
  'painting.page': 'Page {page} of {pages}',
  'painting.choose': 'More about one of them…',
  'painting.list-missing': 'The list of banned paintings is not in yet. Please try again in a minute.',
  // `/painting`: one painting, its picture, who sells it and what was paid.
  'painting.command': 'See a painting, who sells it and what was paid for it',
  'painting.option': 'Title, author or id of the painting',
  'painting.sellers': 'Sold now',
  'painting.paid': 'Paid in the last {n, plural, one {# day} other {# days}}',
  // `▸ original · 4 to 12 diamonds · 3 trades · 2 days ago`.
  'painting.range': '{from} to {to}',
  'painting.times': '{n, plural, one {# trade} other {# trades}}',
  'painting.not-paid': 'Not traded in that time, as far as I have seen.',
  'painting.not-seen': 'I have not seen its picture yet: it comes with the next sale or auction.',
  'painting.camera': 'The game server sends no pictures of camera pictures, so I cannot show it.',
  'painting.bans-unknown': 'Whether it is banned is not known yet, so I do not show its picture.',
  'painting.unknown': 'I know no painting “{text}”. Pick one from the list that opens as you type.',
  'painting.unknown-id':
    'I have not seen a painting with the id {id}: no shop, trade or auction has shown it yet. Type a title or an author instead.',
  'painting.unknown-like': 'No painting is called exactly “{text}”. Did you mean one of these?',
  // A button about one of several kinds. {action}: Watch this, Price history; {kind}: original, copy.
  'painting.of-kind': '{action}: {kind}',
  // The picture in words, for those who cannot see it. `{painting}`: one of the four below it.
  'painting.alt': '{painting}, {width} × {height} pixels',
  'painting.untitled': 'Untitled painting',
  // A banned painting is drawn for moderators alone: a button under its message, and who it refuses.
  'painting.show': 'Show',
  'painting.show-of': 'Show {painting}',
  'painting.show-refused': 'Only members with {permission} in this channel can see a banned painting.',
  'painting.no-picture': 'I no longer have the picture of this painting.',
} as const;
