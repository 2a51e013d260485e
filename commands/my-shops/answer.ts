import { type BaseInteraction, MessageFlags } from 'discord.js';
import type { SalesChart } from '../../src/discord/chart/sales-chart.ts';
import { replacing, requireMarket, sendPictured, visibility } from '../../src/discord/command/answer.ts';
import {
  type ActionInteraction,
  type CommandContext,
  OLD_BUTTON,
  UserError,
} from '../../src/discord/command/command.ts';
import { type OwnShopView, renderMyShops, titleOfOwnShops } from '../../src/discord/render/answer/my-shops.ts';
import { formatFreshness, withoutStartMoments } from '../../src/discord/render/words/freshness.ts';
import type { Language } from '../../src/language/language.ts';
import type { OwnShopsFacts } from '../../src/ports/own-shops.ts';
import type { OwnShopsQuery } from '../../src/ports/queries.ts';
import { isSamePlayer, type Person } from '../../src/routing/person.ts';
import { drawOrNothing } from '../price/answer.ts';

/** A page of one of the report's lists, and who reads it. */
export interface OwnShopsPage {
  readonly view: OwnShopView;
  readonly page: number;
  /** Only the reader sees the answer, so that it may show distances from their home. */
  readonly isPrivate: boolean;
  readonly person: Person | null;
}

/**
 * Answers with a page of the report. The first page has the chart.
 *
 * @param key the key of the saved query; without it, the query is saved
 * @returns the message, and the end of the report's time (epoch ms)
 */
export async function answerMyShops(
  query: OwnShopsQuery,
  page: OwnShopsPage,
  { locale }: Pick<BaseInteraction, 'locale'>,
  context: CommandContext,
  key?: string,
) {
  const { player, isOwn, days } = query;
  const language = context.languages.of(locale);
  const facts = await readReport(query, context);
  const { report, outages, knownSince } = facts;
  const owner = isOwn ? null : (report.shops[0]?.shop.owner.name ?? player.name);
  const isFirst = page.view === 'shops' && page.page === 0;
  const picture = isFirst ? await drawOrNothing(chartOfSales(facts, owner, context.now(), language), context) : null;
  const { status, now } = context;
  const message = renderMyShops({
    ...{ report, owner, days, knownSince, language, view: page.view, page: page.page },
    outages: withoutStartMoments(outages),
    home: page.isPrivate ? (page.person?.home ?? null) : null,
    person: isOwn ? page.person : null,
    key: key ?? (await saveReport(query, context)),
    chart: picture?.description ?? null,
    freshness: formatFreshness(status.snapshot(), status.stream(), now(), language),
    now: now(),
  });
  return { message: { ...message, files: picture === null ? [] : [picture] }, at: report.to };
}

/** @throws UserError before the first list of shops */
export async function readReport(
  { player, days, lookedAt }: Pick<OwnShopsQuery, 'player' | 'days' | 'lookedAt'>,
  context: Pick<CommandContext, 'market' | 'ownShops' | 'status'>,
): Promise<OwnShopsFacts> {
  requireMarket(context);
  return context.ownShops.report(player, days, lookedAt);
}

/** Turns the asker's own report in place; anyone else gets a private report of their own. */
export async function turnMyShops(
  interaction: ActionInteraction,
  key: string,
  asked: OwnShopsQuery,
  page: Pick<OwnShopsPage, 'view' | 'page'>,
  context: CommandContext,
): Promise<void> {
  if (!interaction.isMessageComponent()) throw new UserError(OLD_BUTTON);
  const { user, message: under } = interaction;
  const isAsker = user.id === asked.userId;
  await (isAsker ? interaction.deferUpdate() : interaction.deferReply(visibility(true)));
  const isPrivate = !isAsker || under.flags.has(MessageFlags.Ephemeral);
  const person = await context.subscriptions.person(user.id);
  // The user may be another player since.
  const isStillOwn = person?.player !== undefined && isSamePlayer(person.player, asked.player);
  const isOwn = isAsker && asked.isOwn && isStillOwn;
  const query = { ...asked, userId: user.id, isOwn, lookedAt: isOwn ? asked.lookedAt : null };
  const shown = { ...page, isPrivate, person };
  const { message } = await answerMyShops(query, shown, interaction, context, isAsker ? key : undefined);
  const send = (each: typeof message) =>
    interaction.editReply(isAsker ? { ...replacing(each, under), attachments: [] } : each);
  await sendPictured(message, send, context.log);
}

async function saveReport(query: OwnShopsQuery, { queries, log }: CommandContext): Promise<string | null> {
  try {
    return await queries.keepOwnShops(query);
  } catch (err) {
    log.error({ err }, 'Could not save a query, answering without buttons');
    return null;
  }
}

function chartOfSales(
  { report, outages, knownSince }: OwnShopsFacts,
  owner: string | null,
  now: number,
  language: Language,
): SalesChart {
  const { from, to, days, total } = report;
  return {
    ...{ title: titleOfOwnShops(owner, language), from, to, days, sales: total.sales, knownSince, now, language },
    outages: withoutStartMoments(outages),
  };
}
