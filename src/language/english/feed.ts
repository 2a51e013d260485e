/** `/feed`: feeds of a channel. `{feed}` is a feed in words, `{channel}` a clickable channel. */
export const FEED = {
  'feed.command': 'Announce the market in a channel',
  'feed.command.add': 'Post what happens in a channel',
  'feed.command.edit': 'Change a feed: only what you give changes',
  'feed.command.list': 'The feeds of this server',
  'feed.command.check': 'Find out what stops a feed',
  'feed.command.pause': 'Stop a feed for a while',
  'feed.command.resume': 'Start a paused feed again',
  'feed.command.remove': 'Delete a feed',
  'feed.command.test': 'Post a sample now',
  'feed.command.quiet': 'Quiet hours of a feed; without options they end',
  'feed.option.feed': 'Which feed',
  'feed.option.kind': 'What to post',
  'feed.option.channel': 'Where (default: here)',
  'feed.option.style': 'How it looks (default: cards)',
  'feed.option.min-value': 'Only what cost at least this many diamonds',
  'feed.option.every': 'Gather for this many minutes',
  // "owner" and "quiet" are names of options, which stay English.
  'feed.option.role': 'A role that the posts mention',
  'feed.option.publish': 'Publish the posts (announcement channels)',
  'feed.option.clear': 'Filters to drop, such as owner, quiet',
  'feed.option.quiet-from': 'Quiet hours begin, such as 22:00',
  'feed.option.quiet-to': 'Quiet hours end, such as 07:00',
  'feed.option.language': 'Language of the posts',
  /** The name of each kind of feed, the same in choices, lists, `/help` and docs/moderating.md. */
  'feed.kind.auctions': 'Auctions',
  'feed.kind.purchases': 'Purchases',
  'feed.kind.sales': 'Sales to shops',
  'feed.kind.trades': 'Purchases and sales',
  'feed.kind.listings': 'New shops',
  'feed.kind.restocks': 'Restocks',
  'feed.kind.price-drops': 'Price drops',
  'feed.kind.sold-out': 'Empty and removed shops',
  'feed.kind.health': 'Game server health',
  'feed.kind.banned-paintings': 'Banned paintings on sale',
  'feed.kind.deals': 'Deals',
  'feed.style.cards': 'Cards: one box each',
  'feed.style.compact': 'Compact: one line each',
  'feed.language.automatic': 'Automatic: as this server',

  'feed.added': '### New feed in {channel}\n{feed}',
  'feed.changed': '### Feed changed in {channel}\n{feed}',
  /** After *Undo* of an edit. */
  'feed.reverted': '### Feed changed back in {channel}\n{feed}',
  // {role}: a clickable role.
  'feed.mentions': 'The posts mention {role}.',
  'feed.paused': '### ⏸ Feed paused in {channel}\n{feed}',
  'feed.resumed': '### Feed started again in {channel}\n{feed}',
  'feed.resumed-others': '{n, plural, one {# other feed} other {# other feeds}} there started again too.',
  'feed.resumed-lost': 'What happened in the meantime is not posted.',
  'feed.resumed-fixed': '✅ The cause is fixed: the next post will tell.',
  'feed.removed': '### Feed removed from {channel}\n{feed}',
  'feed.restored': '### Feed is back in {channel}\n{feed}',
  // For all feeds of the server at once. A list of the feeds follows each heading.
  'feed.all': 'All feeds ({n})',
  'feed.all-changed': '### {n, plural, one {# feed changed} other {# feeds changed}}',
  'feed.all-paused': '### ⏸ {n, plural, one {# feed paused} other {# feeds paused}}',
  'feed.all-resumed': '### {n, plural, one {# feed started again} other {# feeds started again}}',
  'feed.all-removed': '### {n, plural, one {# feed removed} other {# feeds removed}}',
  'feed.all-reverted': '### {n, plural, one {# feed restored} other {# feeds restored}}',
  'feed.all-not-yours':
    '-# {n, plural, one {# feed stays as it was: you don’t manage its channel.} other {# feeds stay as they were: you don’t manage their channels.}}',
  'feed.all-kept':
    '-# {n, plural, one {# feed stays as it is: it was changed since, its place is taken, or you do not manage its channel.} other {# feeds stay as they are: they were changed since, their place is taken, or you do not manage their channels.}}',
  // The number of messages that a new feed will post. `{since}`: a date with a time, such as "22 November 2026 16:20".
  'feed.forecast.day': 'Expect about {n, plural, one {**# message** a day} other {**# messages** a day}}.',
  'feed.forecast.week': 'Expect about {n, plural, one {**# message** a week} other {**# messages** a week}}.',
  'feed.forecast.since': 'Since {since} it would have posted {n, plural, one {**# message**} other {**# messages**}}.',
  'feed.forecast.nothing': 'It would have posted nothing since {since}.',
  'feed.forecast.unknown': 'Crier has not watched the market long enough to say how many messages will come.',
  // `{diamonds}`: such as "50 diamonds". `min-value` is the name of an option.
  'feed.forecast.fewer':
    'Only from {diamonds} (`min-value`): about {n, plural, one {**# message** a day} other {**# messages** a day}}.',

  'feed.button.sample': 'Send a sample',
  'feed.button.undo': 'Undo',
  'feed.button.pause': 'Pause',
  'feed.button.resume': 'Resume',
  'feed.button.remove': 'Remove',

  'feed.sample.posted': 'A sample is in {channel} now.',
  'feed.sample.waiting': 'A sample is on its way to {channel}. Discord has not taken it yet.',
  'feed.sample.failed': 'I could not post a sample in {channel}: {why}',

  'feed.list.title': '## Feeds of this server',
  /** Shown once for a feed that an earlier Crier saved. */
  'feed.list.split':
    '**{item}** now covers {n, plural, one {# kind} other {# kinds}} with prices of their own. </feed edit> picks one.',
  'feed.list.empty': 'This server has no feeds yet. </feed add> makes one.',
  // The state of a feed in the list. `{when}`: such as "5 minutes ago". `{what}`: the item of its last post.
  'feed.list.last': 'last post {when}: {what}',
  'feed.list.last-untold': 'last post {when}',
  'feed.list.never': 'no post yet',
  'feed.list.paused': '⏸ paused',
  // In a list and in a check.
  'feed.quiet-now': 'quiet until {when}',
  'feed.held': '{n, plural, one {# event held} other {# events held}}',
  'feed.quiet-ended': 'The quiet hours are off.',
  'feed.list.fixed': 'refused {when}, fixed now: the next post will tell',
  'feed.list.menu': 'Choose a feed…',
  'feed.chosen': '### {channel}\n{feed}',
  'feed.chosen.edit': '-# </feed edit> changes it.',

  'feed.check.title': '## Check of the feeds',
  'feed.check.well': '✅ All is well: nothing stops the feeds of this server.',
  'feed.check.fine': '✅ Nothing stops the feeds here.',
  'feed.check.lacking': '⚠️ I lack {permissions} here. Allow me that in the settings of the channel.',
  'feed.check.unanswered': 'ℹ️ Discord did not answer when I looked at this channel. Try again in a minute.',
  'feed.check.stopped': '⏸ The feeds here are stopped, because Discord refused a post {when}: {why}',
  'feed.check.of': '⚠️ {feed}: {why}',
  // `{state}`: `quiet until 7:00 AM · 3 events held`
  'feed.check.quiet': '🌙 {feed}: {state}',
  'feed.check.paused': '⏸ {feed}: paused. </feed resume> starts it again.',
  'feed.check.refused': '⚠️ {feed}: Discord refused a post {when}: {why}',
  'feed.check.refused-once': '-# {feed}: Discord refused a post {when}, and has taken others since.',
  'feed.check.fixed': '✅ {feed}: Discord refused a post {when}. That is fixed: the next post will tell.',

  // The reason why Discord rejects a channel, and the remedy as a whole sentence.
  'feed.why': '{why}. {remedy}',
  'feed.lacking': '⚠️ I cannot post there yet: allow me {permissions}.',
  'feed.no-pictures': 'ℹ️ Posts come without pictures of paintings until you allow me {permission}.',
  // {when}, {until}: dates with a time; for pictures, a time of day. {code}: “code 50009” or “no code”.
  'feed.files-refused':
    'ℹ️ Discord refused my pictures here. Posts come without pictures of paintings until {until}, then I try again.',
  'feed.retried':
    '⚠️ Discord has refused my messages there since {when} ({code}). I retry until {until}, then I pause these feeds.',
  'feed.blocked': '⚠️ I cannot post here: {why}',
  'feed.still-lacking':
    '⏸ The feeds here are stopped, because Discord refused a post {when}. I still lack {permissions}: allow me that, then </feed resume> starts them again.',
  'feed.ready':
    '⏸ The feeds here are stopped, because Discord refused a post {when}. That is fixed now: </feed resume> starts them again.',
  // Posts of a feed without its role. {role}: a clickable role.
  'feed.role-gone': 'The role was deleted: posts come without it. </feed edit> sets another with `role`.',
  'feed.role-not-mentionable':
    'I may not mention {role}: posts come without it. Make the role mentionable, or allow me {permission} there.',
  // Posts that are not published to the channels that follow this one. {until}: a time of day.
  'feed.publish-full': 'ℹ️ Discord publishes 10 posts an hour in a channel. Later ones stay unpublished until {until}.',
  'feed.publish-refused': '⚠️ Discord refused to publish a post {when}: {why}. It is only in this channel.',
  // The names of permissions as Discord's settings show them in the reader's language.
  'feed.permission.view': 'View Channel',
  'feed.permission.send': 'Send Messages',
  'feed.permission.send-in-threads': 'Send Messages in Threads',
  'feed.permission.embed': 'Embed Links',
  'feed.permission.manage-channels': 'Manage Channels',
  'feed.permission.attach-files': 'Attach Files',
  'feed.permission.manage-messages': 'Manage Messages',
  'feed.permission.mention-everyone': 'Mention @everyone, @here, and All Roles',

  'feed.error.no-server': 'Feeds are for servers: use this in a channel of a server.',
  'feed.error.most':
    'This server has {n, plural, one {# feed} other {# feeds}}, the most it can have. Remove one first.',
  'feed.error.changed-since': 'Somebody changed this feed since, so I leave it as it is. </feed edit> changes it.',
  'feed.error.unchanged': 'There is nothing to change: the feed is like that already.',
  'feed.error.unchanged-all': 'There is nothing to change: all feeds are like that already.',
  'feed.error.everyone': 'A feed does not mention the whole server. Choose another role with `role`.',
  'feed.error.mention':
    'You may not mention {role} in {channel}. Choose a role that everyone may mention, ask somebody with {permission} there, or leave `role` out (in </feed edit>, take it away with `clear`).',
  'feed.error.publish':
    'Only posts of an announcement channel can be published, and {channel} is none. Choose another `channel`, or leave `publish` out (in </feed edit>, take it away with `clear`).',
  'feed.error.twin': '{channel} has this feed already: {feed}. </feed edit> changes it.',
  'feed.error.unknown': 'There is no such feed in this server. Pick one from the list that opens as you type.',
  'feed.error.gone': 'That feed is gone already.',
  'feed.error.too-late': 'That feed cannot come back any more: you can undo this for ten minutes.',
  'feed.error.manager': 'You need {permission} in {channel} for that.',
  'feed.error.channel':
    'A feed goes to a text channel, an announcement channel or a thread: choose one with `channel`.',
  'feed.error.kind': 'Choose a `kind`: {kinds}.',
  'feed.error.lacking': 'I cannot post in {channel}: allow me {permissions} there, then test again.',
} as const;
