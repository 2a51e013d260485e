/** `/me`: descriptions of the command and its options (at most 70 characters), and its answers. */
export const ME = {
  'me.command': 'Your name in the game, your home, your language',
  'me.option-x': 'Your home: x',
  'me.option-z': 'Your home: z',
  'me.option-world': 'The world of your home',
  'me.option-language': 'The language of my answers',
  'me.option-clear': 'What to forget: name, home, language',
  'me.title': '### You',
  // {player}: the name in the game. {shops}: `4 shops`.
  'me.name': 'You are **{player}** in the game: {shops}.',
  // Follows a warning of an unknown name that replaced this one.
  'me.name-before': 'Before: **{player}**.',
  'me.no-name': 'I don’t know your name in the game yet: </me> `name`.',
  // {place}: coordinates and the world.
  'me.home': 'Your home: {place}. Only you see it, and distances from it.',
  'me.no-home': 'I don’t know your home yet: </me> `x` `z`. Only you will see distances from it.',
  'me.language': 'I answer you in this language: {language}.',
  'me.client-language': 'I answer you in your Discord’s language. `language` sets another.',
  'me.claimed':
    '{n, plural, one {Another user says} other {# other users say}} they are {player}, too. That changes nothing for you.',
  'me.world-alone': '`world` says where your home is: give `x` and `z`, too.',
  // {names}: the names that `clear` takes.
  'me.unknown-clear': 'I can’t forget “{text}”. `clear` takes {names}.',
  // A button on a player’s shops, for this player.
  'me.this-is-me': 'This is me',
} as const;
