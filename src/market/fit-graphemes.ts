const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** `text` in at most `limit` UTF-16 units, cut between what a reader sees as letters, with … in place of the rest. */
export function fitGraphemes(text: string, limit: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= limit) return whole;
  let fitted = '';
  for (const { segment } of segmenter.segment(whole.slice(0, limit + 1))) {
    if (fitted.length + segment.length > limit - 1) break;
    fitted += segment;
  }
  return `${fitted}…`;
}
