/** Words that stand in messages of every kind. */
export const COMMON = {
  'common.diamonds': '{amount} {n, plural, one {diamond} other {diamonds}}',
  'common.bundle': '{quantity} for {diamonds}',
  // Small print under the heading of a list whose prices are numbers alone.
  'common.in-diamonds': 'prices in diamonds',
  'common.shops': '{n, plural, one {# shop} other {# shops}}',
  'common.items': '{n, plural, one {# item} other {# items}}',
  'common.purchases': '{n, plural, one {# purchase} other {# purchases}}',
  // Between the parts of a description: `Slime Block, in world, compact`.
  'common.comma': '{first}, {second}',
  // Two sentences.
  'common.then': '{first} {second}',
  // Two facts of one line, none of which ends with a full stop: `Plain: 17 shops sell. Enchanted: 3 more sell`.
  'common.stop': '{first}. {second}',
  'common.more': '… and {count} more',
} as const;
