import type { CommandContext } from '../../src/discord/command/command.ts';
import { describeWatch } from '../../src/discord/render/words/describe.ts';
import type { Language } from '../../src/language/language.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { withNames } from '../../src/subscriptions/player-names.ts';

/** Of a watch's terms in a sentence. */
const LONGEST = 800;

/** A watch in words, its players by name. */
export function formatWatch(
  watch: Pick<Watch, 'item' | 'trigger' | 'price' | 'filter'>,
  language: Language,
  { market }: Pick<CommandContext, 'market'>,
): string {
  return describeWatch(withNames(watch, market()), language, LONGEST);
}
