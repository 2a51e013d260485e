/** The weekly message about a player's own shops, and the answers to its buttons. */
export const WEEKLY = {
  // The notification. {things}: `12 sales · 340 items · 85 diamonds`, or `weekly.nothing`.
  'weekly.headline': 'Your shops’ week · {things}',
  'weekly.nothing': 'nothing sold',
  // {from}, {until}: dates.
  'weekly.span': '{from} to {until}',
  // The headings of two lists.
  'weekly.best': '**Sold best**',
  'weekly.attention': '**Needs attention**',
  'weekly.well': 'No shop needs attention.',
  // {goods}: `Slime Block, Dirt, Hopper`. The first goods of these shops.
  'weekly.empty': '{n, plural, one {# shop is empty} other {# shops are empty}}: {goods}',
  'weekly.full': '{n, plural, one {# shop has no room left} other {# shops have no room left}}: {goods}',
  'weekly.soon-empty': '{n, plural, one {# shop runs empty soon} other {# shops run empty soon}}: {goods}',
  'weekly.undercut': '{n, plural, one {# shop is undercut} other {# shops are undercut}}: {goods}',
  'weekly.unsold':
    '{n, plural, one {# shop has sold nothing for a long time} other {# shops have sold nothing for a long time}}: {goods}',
  // Trades at places where several players have shops.
  'weekly.unclear':
    '{n, plural, one {# trade is not counted: it is unclear whose shop it was.} other {# trades are not counted: it is unclear whose shops they were.}}',
  // {time}: `3 hours and 20 minutes`.
  'weekly.outage': 'Crier was cut off from the game server for {time}. Sales of that time are missing.',
  // Buttons, at most 40 characters.
  'weekly.button-open': 'My shops now',
  'weekly.button-on': 'Weekly by DM',
  'weekly.button-off': 'End weekly messages',
  // The answer to the button. {zone}: such as Europe/Berlin. {when}: a date with a time.
  'weekly.on': '### Every Monday at 09:00\nI’ll message you how your shops did. Next: {when}',
  'weekly.zone': 'Time zone: {zone}.',
  'weekly.zone-of-quiet': 'Time zone of your quiet hours: {zone}.',
  'weekly.choose-zone': 'Another time zone',
  'weekly.zone-missing': 'Yours is not in the list? Set quiet hours with it: </watch quiet>.',
  'weekly.off': 'Your weekly messages are off.',
  // In the answer of /me.
  'weekly.state': 'Weekly message: Mondays at 09:00 ({zone}).',
} as const;
