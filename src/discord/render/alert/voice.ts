import type { Item } from '../../../market/item/item.ts';
import { bare, safe } from '../words/text.ts';

/** How the names of players' things are written in a sentence. */
export interface Voice {
  readonly name: (text: string, max: number) => string;
  /** Whether the price stands out. */
  readonly isBold: boolean;
}

/** For the first line of a message, which a phone's notification shows without markdown. */
export const PUSH: Voice = { name: bare, isBold: false };
export const MARKDOWN: Voice = { name: safe, isBold: false };
export const IN_LIST: Voice = { name: safe, isBold: true };

/** One thing that happened, as it is said in one voice, with what stands beneath in markdown. */
export interface Told {
  readonly say: (voice: Voice) => string;
  readonly lines: readonly string[];
  /** The lines without the facts that the push says too; absent if it says none of them. */
  readonly linesUnderPush?: readonly string[];
  /** The facts that a list never leaves out: the place and the owner, the ids of banned paintings. */
  readonly short: readonly string[];
  readonly colour: number;
  readonly item: Item;
}
