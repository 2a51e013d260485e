import type { TimestampStyle } from './timestamp.ts';

export type Wrapping = 'strong' | 'em' | 'underline' | 'strike' | 'spoiler';

/** A node of Discord's Markdown. */
export type Mark =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: Wrapping | 'subtext' | 'quote'; readonly inside: readonly Mark[] }
  | { readonly kind: 'heading'; readonly level: number; readonly inside: readonly Mark[] }
  | {
      readonly kind: 'list';
      /** The first number, or null for bullets. */
      readonly start: number | null;
      readonly items: readonly (readonly Mark[])[];
    }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'code-block'; readonly text: string }
  | { readonly kind: 'link'; readonly url: string; readonly inside: readonly Mark[] }
  | { readonly kind: 'user' | 'role' | 'channel'; readonly id: string }
  | { readonly kind: 'everyone' | 'command'; readonly name: string }
  | { readonly kind: 'emoji'; readonly name: string; readonly id: string }
  /** `at` in epoch ms. */
  | { readonly kind: 'time'; readonly at: number; readonly style: TimestampStyle };

/** Position of a piece of text: blocks begin only at a line's start, quotes contain no quotes, links no links. */
export interface Setting {
  readonly isLineStart: boolean;
  readonly hasBlocks: boolean;
  readonly isQuoted: boolean;
  readonly isLinked: boolean;
}

/** A mark and its length in the source. */
export interface Match {
  readonly length: number;
  readonly marks: readonly Mark[];
}

/** Tries to read a mark at the beginning of `source`. `parse` reads its content. */
export type Rule = (source: string, setting: Setting, parse: Parse) => Match | null;
export type Parse = (source: string, setting: Setting) => readonly Mark[];
