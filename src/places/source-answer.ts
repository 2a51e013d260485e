import type { ReadLandmarks } from './read-landmarks.ts';

/** Landmarks, or the reason why there are none. */
export type SourceAnswer = { readonly ok: true; readonly read: ReadLandmarks } | Unread;

/** A reason for the operator in a few words, and its cure in a sentence. */
export interface Unread {
  readonly ok: false;
  readonly why: string;
  readonly cure: string;
}

/** Cures of an answer that is a web page, and of one that may pass. */
export const NO_MARKERS_CURE = 'Name the address of the markers, not of the page: it ends with .json.';
export const NO_MAP_CURE = 'Check the address, or wait until the map is back.';

export function unread(why: string, cure: string): Unread {
  return { ok: false, why, cure };
}
