import type { CommandContext } from '../../src/discord/command/command.ts';
import { refuseFault } from '../../src/discord/command/refuse-fault.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { describeRate } from '../../src/discord/render/words/describe.ts';
import type { Language } from '../../src/language/language.ts';
import { whole } from '../../src/language/number.ts';
import type { Filter } from '../../src/market/search/filter.ts';
import type { WatchDraft } from '../../src/ports/settings.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { watchRefusal } from '../../src/subscriptions/new-watch.ts';
import { formatWatch } from './format-watch.ts';

/**
 * Refuses what a person cannot have: what can never match, a watch they have already, or one too many.
 * @param among the person's watches beside it
 * @param before the filter that an edit starts from
 * @throws UserError
 */
export function refuseWatch(
  draft: WatchDraft,
  among: readonly Watch[],
  context: Pick<CommandContext, 'limits' | 'market'>,
  before?: Filter,
): void {
  const refusal = watchRefusal(draft, among, context.market(), context.limits.watchesPerUser, before);
  if (refusal?.kind === 'terms') refuseFault(refusal.fault);
  if (refusal?.kind === 'twin') {
    throw new UserError((language) => formatTwin(refusal.twin, context, language));
  }
  if (refusal?.kind === 'too-many') {
    throw new UserError((language) => language.say('watch.too-many', { count: whole(refusal.count, language) }));
  }
}

function formatTwin(twin: Watch, context: Pick<CommandContext, 'market'>, language: Language): string {
  const watch = language.list([formatWatch(twin, language, context), ...describeRate(twin, language)]);
  return language.say(twin.paused ? 'watch.twin-paused' : 'watch.twin', { watch });
}
