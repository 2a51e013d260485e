const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Shortens a text to `limit` UTF-16 units. It cuts between graphemes and ends the text with … if anything was cut. */
export function fitGraphemes(text: string, limit: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= limit) return whole;
  // The grapheme at the position of the … is the first to be cut.
  const cut = graphemeSegmenter.segment(whole.slice(0, limit + 1)).containing(limit - 1)?.index ?? 0;
  return `${whole.slice(0, cut)}…`;
}
