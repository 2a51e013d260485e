import type { Watch } from '../routing/watch.ts';

/** What of a watch goes into a file. */
export type WatchDraft = Pick<
  Watch,
  | 'item'
  | 'trigger'
  | 'price'
  | 'filter'
  | 'percent'
  | 'minSaving'
  | 'repeat'
  | 'cooldownMinutes'
  | 'everyMinutes'
  | 'expiresAt'
  | 'paused'
>;

/** The first fault of an entry. `field`: `filter.maxPrice`. */
export type EntryFault =
  | { readonly kind: 'none' }
  | { readonly kind: 'missing' | 'empty' | 'number' | 'wrong' | 'unknown'; readonly field: string }
  | { readonly kind: 'values'; readonly field: string; readonly values: readonly string[] }
  /** `long`: of letters, or of a list's parts. */
  | { readonly kind: 'most' | 'least' | 'long'; readonly field: string; readonly limit: number };

/** What a file held. `refused`: entries that are no watches, by their place from 1, and why. A file that is none says so in `fault`. */
export type WatchFile =
  | { readonly fault: 'newer' | 'other' }
  | {
      readonly fault: null;
      readonly drafts: readonly { readonly place: number; readonly draft: WatchDraft }[];
      readonly refused: readonly { readonly place: number; readonly why: EntryFault }[];
    };

/** A person's watches as a JSON file, checked by the schema that the store uses. */
export interface WatchFiles {
  write(watches: readonly Watch[]): string;
  /** @param readPrice reads a price that was typed as text, such as `32 for 3`; null if it is none */
  read(text: string, readPrice: (typed: string) => number | null): WatchFile;
}
