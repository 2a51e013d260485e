import type { Language } from '../../../language/language.ts';
import type { SplitItem } from '../../../subscriptions/saved-items.ts';
import { describeItem } from '../words/describe.ts';
import { clip } from '../words/text.ts';

/** Items of the reader's feeds or watches that mean several kinds now; a line each. */
export function formatSplits(
  splits: readonly SplitItem[],
  key: 'watch.split' | 'feed.list.split',
  language: Language,
): string[] {
  return splits.map(({ item, kinds }) => language.say(key, { item: clip(describeItem(item, language), 60), n: kinds }));
}
