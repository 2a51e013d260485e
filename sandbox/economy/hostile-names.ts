/** Names that real players have used to break the display of others. */
export const HOSTILE_NAMES: readonly string[] = [
  '@everyone',
  '<@&123>',
  '<@80351110224678912> <#123>',
  '[x](https://evil.example)',
  '``` `code` **bold** __under__ ~~gone~~ ||spoiler||',
  'ends with a backslash \\',
  '# heading',
  '> quote\n>>> of all',
  '-# sub',
  '<t:0:R>',
  '\u202Eright to left',
  'zero\u200Bwidth\u200D\uFEFF',
  `Z${'\u0300\u0301\u0327\u0489'.repeat(40)}algo`,
  'split \uD83D surrogates \uDC00',
  `${'x'.repeat(9_999)}!`,
  '__proto__',
  '',
  'https://evil.example/free-diamonds',
  "it's \"quoted\" {Enchantments:[{id:'x'}]}",
];

/** One shop in 12 has a hostile name if only shops opened later have one. Few open while a visitor looks. */
export const HOSTILE_EVERY_LATER = 12;
