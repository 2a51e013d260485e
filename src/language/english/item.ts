/** What an item is. `“Harbour at Dusk” by Ada (copy)`, `Firework Rocket (flight 2)`, `Copper Helmet (damaged)`. */
export const ITEM = {
  // The title of a painting or a disc, or a player's name for an item.
  'item.quoted': '“{text}”',
  // {work}: a painting in quotation marks, or a book's title.
  'item.by': '{work} by {author}',
  'item.untitled': 'Untitled painting by {author}',
  'item.bracketed': '{name} ({details})',
  // A picture that a player took with a camera in the game.
  'item.picture': 'Camera picture',
  'item.picture-by': 'Camera picture by {author}',
  // {title}: in quotation marks.
  'item.disc': 'Music Disc {title}',
  // How often a painting or a book was copied, in brackets.
  'item.original': 'original',
  'item.copy': 'copy',
  'item.copy-of-copy': 'copy of a copy',
  'item.tattered': 'tattered',
  // How long a firework rocket flies: 1, 2 or 3.
  'item.flight': 'flight {flight}',
  // An armour's trim: `Silence trim, Netherite`.
  'item.trim': '{pattern} trim, {material}',
  'item.damaged': 'damaged',
  'item.signed-by': 'signed by {names}',
} as const;
