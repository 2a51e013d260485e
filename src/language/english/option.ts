/** Descriptions of options that several commands have: at most 50 characters in English, 70 in any language. */
export const OPTION = {
  'option.item': 'An item, such as Slime Block',
  'option.enchantment': 'Such as sharpness>=5 or Unbreaking III',
  'option.owner': 'Only shops of this player',
  'option.not-owner': 'No shops of this player',
  'option.world': 'Only in this world',
  'option.x': 'A place to look around: x',
  'option.z': 'A place to look around: z',
  'option.within': 'At most so many blocks from there',
  // Of one item, in diamonds.
  'option.max-price': 'Diamonds for one item, at most',
  'option.min-price': 'Diamonds for one item, at least',
  'option.min-stock': 'Items in stock, at least; where a shop buys: room for so many',
  'option.containers': 'Look inside containers too (yes)',
  'option.private': 'Only you see the answer',
  'option.timezone': 'Such as Europe/Berlin',
  // In the list of time zones. {time}: what the clock shows there.
  'option.zone-now': '{zone} (now {time})',
  'option.clear': 'Filters to remove, such as owner, price',
} as const;
