/**
 * The greeting of a server that Crier has joined, or joined again, and the form with which moderators set up its
 * feeds.
 */
export const GREETING = {
  'greeting.hello':
    '## Hi, I’m Crier\nI watch the market of your game server: every shop, every trade, every auction.\n- </shop> finds the cheapest shop for an item\n- </price> shows what it is worth\n- </watch add> messages you when it gets cheap\n- </help> shows all you can do',
  'greeting.moderators': '**For moderators:** choose what each channel gets ({kinds} …). It takes a minute.',
  'greeting.button': 'Set up channels',
  // A server that has feeds of an earlier membership. A list of feeds follows each of the two counts.
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
