const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** `text` in at most `limit` UTF-16 units, cut between what a reader sees as letters, with … in place of the rest. */
export function fitGraphemes(text: string, limit: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= limit) return whole;
  // The letter that stands where the … goes is the first to go.
  const cut = segmenter.segment(whole.slice(0, limit + 1)).containing(limit - 1)?.index ?? 0;
  return `${whole.slice(0, cut)}…`;
}
