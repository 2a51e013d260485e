import { Refusal } from '../discord/people/refusal.ts';

/** A failure with a sentence for the visitor. */
export class PageError extends Error {
  override readonly name = 'PageError';
}

/** Returns the sentence for a visitor about a failed request. */
export function sentenceOf(error: unknown): string {
  const isTheirs = error instanceof PageError || error instanceof Refusal || error instanceof RangeError;
  const text = error instanceof Error ? error.message : String(error);
  const sentence = isTheirs ? text : `the simulation itself failed: ${text}`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${/[.!?]$/.test(sentence) ? '' : '.'}`;
}
