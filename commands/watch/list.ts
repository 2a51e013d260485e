import type { ChatInputCommandInteraction } from 'discord.js';
import { updateOrReply } from '../../src/discord/command/answer.ts';
import { explainClosed } from '../../src/discord/command/closed-messages.ts';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { formatZoneDoubt } from '../../src/discord/command/read-quiet.ts';
import { formatLack, formatSplits } from '../../src/discord/render/answer/list-notes.ts';
import {
  type ChosenWatch,
  type ListedWatch,
  renderChosen,
  renderWatchList,
  WATCHES_A_PAGE,
} from '../../src/discord/render/answer/watches.ts';
import { COLOURS, card, type Layout, text } from '../../src/discord/render/layout.ts';
import { describeQuiet } from '../../src/discord/render/words/describe.ts';
import { formatAge, formatStreamDown } from '../../src/discord/render/words/freshness.ts';
import { formatRefusal, formatRetried } from '../../src/discord/render/words/refusal.ts';
import type { Language } from '../../src/language/language.ts';
import type { Person } from '../../src/routing/person.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { withNames } from '../../src/subscriptions/player-names.ts';
import { markReported, unreportedSplits } from '../../src/subscriptions/saved-items.ts';
import { nearestPrice } from '../../src/subscriptions/watch-outlook.ts';
import { requireWatch } from './own-watch.ts';

export async function listWatches(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watches = await context.subscriptions.watchesOf(interaction.user.id);
  const splits = unreportedSplits(watches, context.market());
  await interaction.editReply(await renderWatchPage(interaction, 0, context));
  await markReported(watches, splits, context);
}

/** Another page of the list, or the way back to it. */
export async function listFromButton(interaction: ActionInteraction, page: string, context: CommandContext) {
  await updateOrReply(interaction, () => renderWatchPage(interaction, Number.parseInt(page, 10) || 0, context));
}

/** The menu below the list: shows the watch and its actions. */
export async function chooseInList(interaction: ActionInteraction, _: string, context: CommandContext) {
  const [id = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
  const watch = await requireWatch(interaction.user.id, id, context);
  const language = context.languages.of(interaction.locale);
  await updateOrReply(interaction, async () =>
    renderChosen(await chosenOf(watch, context), context.now(), context.icons, language),
  );
}

async function renderWatchPage(
  { user, locale }: Pick<ActionInteraction, 'user' | 'locale'>,
  asked: number,
  context: CommandContext,
): Promise<Layout> {
  const language = context.languages.of(locale);
  const watches = [...(await context.subscriptions.watchesOf(user.id))].sort(byItem);
  const above = formatLack(context.settingsLack(), 'watches', language);
  if (watches.length === 0) return card(COLOURS.neutral, text(language.say('watch.list-empty'), ...above));
  const pages = Math.ceil(watches.length / WATCHES_A_PAGE);
  const page = Math.min(Math.max(asked, 0), pages - 1);
  const shown = watches.slice(page * WATCHES_A_PAGE, (page + 1) * WATCHES_A_PAGE);
  const target = { kind: 'user', id: user.id } as const;
  const [refusal, retried] = [await context.pauseCodeOf(target), await context.retriedRefusalOf(target)];
  if (refusal !== null) {
    above.push(language.say('watch.all-paused', { why: formatRefusal(refusal, language, 'user') }));
    above.push(...(await explainClosed(user.id, refusal, language, context)));
  } else if (retried !== null) above.push(formatRetried(retried, language, 'user'));
  above.push(...formatSplits(unreportedSplits(watches, context.market()), 'watch.split', language));
  const person = await context.subscriptions.person(user.id);
  const listed = await Promise.all(shown.map((watch) => withNearest(watch, person, context)));
  const below = await formatBelow(user.id, listed, language, context);
  return renderWatchList({
    watches: listed,
    page,
    pages,
    above,
    below,
    isRefused: refusal !== null,
    now: context.now(),
    language,
  });
}

async function formatBelow(
  userId: string,
  listed: readonly ListedWatch[],
  language: Language,
  context: CommandContext,
): Promise<string[]> {
  const quiet = (await context.subscriptions.person(userId))?.quiet;
  const doubt = formatZoneDoubt(quiet ?? null, context.now(), language);
  const stream = context.status.stream();
  const hasOffers = listed.some(({ nearest }) => nearest !== undefined);
  return [
    ...(hasOffers ? formatAge(context.status.snapshot(), context.now(), language) : []),
    ...(quiet ? [language.say('watch.quiet-hours', { hours: describeQuiet(quiet) })] : []),
    ...(doubt === null ? [] : [doubt]),
    ...(stream.state === 'live' ? [] : [formatStreamDown(stream, 'news', context.now(), language)]),
  ];
}

/** Sorts the watches of one item together, then those of any item, and those of one's own shops last. */
function byItem(a: Watch, b: Watch): number {
  const [one, other] = [sortKey(a), sortKey(b)];
  return one < other ? -1 : Number(one > other);
}

function sortKey({ item, trigger, filter }: Watch): string {
  if (trigger === 'my-shop') return `~${filter.ownerId ?? filter.owner ?? ''}`;
  return item === null ? '~' : `${item.type} ${item.key ?? ''}`;
}

async function withNearest(watch: Watch, person: Person | null, context: CommandContext): Promise<ListedWatch> {
  const market = context.market();
  const nearest = market === null ? undefined : await context.workQueue.run(() => nearestPrice(watch, market, person));
  return { watch: withNames(watch, market), nearest };
}

async function chosenOf(watch: Watch, { journal, market }: CommandContext): Promise<ChosenWatch> {
  const last = (await journal.lastDelivered([watch.id])).get(watch.id);
  return {
    watch: withNames(watch, market()),
    lastDeliveredAt: last?.at ?? null,
    price: last?.price?.unitPrice ?? null,
  };
}
