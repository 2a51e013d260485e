import type { ReadLandmarks } from './read-landmarks.ts';

/** Landmarks, or the reason why there are none. */
export type SourceAnswer = { readonly ok: true; readonly read: ReadLandmarks } | Unread;

/** A reason for the operator in a few words, and its cure in a sentence. */
export interface Unread {
  readonly ok: false;
  readonly why: string;
  readonly cure: string;
}

export function unread(why: string, cure: string): Unread {
  return { ok: false, why, cure };
}
