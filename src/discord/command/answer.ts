import {
  type APIActionRowComponent,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  type APIContainerComponent,
  type APIEmbed,
  ApplicationIntegrationType,
  type ChatInputCommandInteraction,
  ComponentType,
  DiscordAPIError,
  type Message as DiscordMessage,
  InteractionContextType,
  MessageFlags,
} from 'discord.js';
import type { Market } from '../../market/market.ts';
import { withoutHome } from '../../market/search/filter.ts';
import type { Log } from '../../ports/log.ts';
import type { ShopQuery } from '../../ports/queries.ts';
import type { Picture } from '../chart/picture.ts';
import type { Layout } from '../render/layout.ts';
import { formatNoSnapshot } from '../render/words/freshness.ts';
import { type ActionInteraction, type CommandContext, OLD_BUTTON, UserError } from './command.ts';

/** Limits a command's wait for the first snapshot. Discord allows 15 minutes, but users do not wait so long. */
const FIRST_SNAPSHOT_WAIT_MS = 15_000;

/** Places of all commands except `/feed`: servers, user installs and direct messages. */
export const EVERYWHERE = {
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
};

/** Returns the flags of a first answer, which everyone or only the user sees. */
export function visibility(isPrivate: boolean): { flags?: MessageFlags.Ephemeral } {
  return isPrivate ? { flags: MessageFlags.Ephemeral } : {};
}

/** Adds the visibility to the flags of a first answer that is not deferred. */
function withVisibility(message: AnswerMessage, isPrivate: boolean) {
  const { flags, ...rest } = message;
  const all = [...(flags === undefined ? [] : [flags]), ...(isPrivate ? [MessageFlags.Ephemeral as const] : [])];
  return { ...rest, ...(all.length > 0 && { flags: all }) };
}

/**
 * Returns the market, at once if it is loaded and no other work is queued. Otherwise defers ("Crier is thinking"), and
 * waits for the first snapshot if it is due soon. To be followed by `editOrReply`.
 *
 * @returns the market, or null if there is no snapshot yet
 */
export async function marketFor(
  interaction: ChatInputCommandInteraction,
  context: CommandContext,
  isPrivate: boolean,
): Promise<Market | null> {
  const market = context.market();
  if (market && !context.workQueue.isBusy) return market;
  if (!interaction.deferred) await interaction.deferReply(visibility(isPrivate));
  const { nextAt } = context.status.snapshot();
  const comesLate = nextAt !== null && nextAt - context.now() > FIRST_SNAPSHOT_WAIT_MS;
  return market ?? (await context.marketWithin(comesLate ? 0 : FIRST_SNAPSHOT_WAIT_MS));
}

/** Returns the market for a button, whose answer does not wait for it. @throws UserError before the first snapshot */
export function requireMarket({ market, status }: Pick<CommandContext, 'market' | 'status'>): Market {
  const loaded = market();
  if (loaded === null) throw new UserError((language) => formatNoSnapshot(status.snapshot(), language));
  return loaded;
}

/** The content of an answer, deferred or not. */
interface AnswerMessage {
  readonly content?: string;
  readonly embeds?: APIEmbed[];
  readonly components?: (APIActionRowComponent<APIComponentInMessageActionRow> | APIContainerComponent)[];
  readonly flags?: MessageFlags.IsComponentsV2;
  readonly files?: Picture[];
}

/** Sends a command's answer, whether it was deferred or not. */
export async function editOrReply(
  interaction: ChatInputCommandInteraction,
  message: AnswerMessage,
  isPrivate: boolean,
): Promise<void> {
  if (interaction.deferred) await interaction.editReply(message);
  else await interaction.reply(withVisibility(message, isPrivate));
}

/** Sends a private message to a command's user, before, after or instead of a public answer. */
export async function replyPrivately(
  interaction: ChatInputCommandInteraction,
  content: string,
  components: readonly APIActionRowComponent<APIComponentInMessageActionRow>[] = [],
): Promise<void> {
  const message = { content, components: [...components], flags: MessageFlags.Ephemeral } as const;
  if (!interaction.deferred && !interaction.replied) {
    await interaction.reply(message);
    return;
  }
  // A follow-up to "Crier is thinking" would replace it, and everyone would see it.
  if (!interaction.replied) await interaction.deleteReply();
  await interaction.followUp(message);
}

/** Answers a button privately with the result of queued work, and acknowledges it first if other work is queued. */
export async function replyInTurn(
  interaction: ActionInteraction,
  context: CommandContext,
  work: () => Promise<AnswerMessage> | AnswerMessage,
): Promise<void> {
  if (context.workQueue.isBusy) await interaction.deferReply(visibility(true));
  const message = await context.workQueue.run(work);
  if (interaction.deferred) await interaction.editReply(message);
  else await interaction.reply(withVisibility(message, true));
}

/** Statuses with which Discord rejects the form of a message, its files, or the right to attach them. */
const REJECTED_STATUSES = [400, 403, 413];

/** Sends an answer with its picture, and without it if Discord rejects the picture. */
export async function sendPictured<M extends AnswerMessage>(
  message: M,
  send: (message: M) => Promise<unknown>,
  log: Log,
): Promise<void> {
  try {
    await send(message);
  } catch (error) {
    const isRefused = error instanceof DiscordAPIError && REJECTED_STATUSES.includes(error.status);
    if (!isRefused || !message.files?.length) throw error;
    log.warn({ err: error }, 'Discord rejected a picture, answering without it');
    await send(withoutPicture(message));
  }
}

function withoutPicture<M extends AnswerMessage>(message: M): M {
  const embeds = message.embeds?.map(({ image: _, ...embed }) => embed).filter((embed) => embed.description);
  const components = message.components?.map((part) =>
    part.type === ComponentType.Container ? { ...part, components: part.components.flatMap(withoutFiles) } : part,
  );
  return { ...message, files: [], ...(embeds && { embeds }), ...(components && { components }) };
}

/** Removes galleries, and attached pictures next to texts. */
function withoutFiles(part: APIComponentInContainer): APIComponentInContainer[] {
  if (part.type === ComponentType.MediaGallery) return [];
  if (part.type !== ComponentType.Section || part.accessory.type !== ComponentType.Thumbnail) return [part];
  return part.accessory.media.url.startsWith('attachment://') ? part.components : [part];
}

/**
 * Prepares a message that replaces the one with the button or menu. Messages of older versions have embeds, which must
 * be removed explicitly.
 */
export function replacing<M extends Layout>(message: M, under: DiscordMessage): M & { content?: null; embeds?: [] } {
  return under.flags.has(MessageFlags.IsComponentsV2) ? message : { ...message, content: null, embeds: [] };
}

/**
 * Saves a query for the buttons under its answer, without the user's home, which is read again when one is pressed.
 *
 * @returns the query's key, or null if it could not be saved and the answer needs to go without buttons
 */
export async function saveQuery(
  query: ShopQuery,
  { queries, log }: Pick<CommandContext, 'queries' | 'log'>,
): Promise<string | null> {
  try {
    return await queries.keep({ ...query, filter: withoutHome(query.filter) });
  } catch (error) {
    log.error({ err: error }, 'Could not save a query, answering without buttons');
    return null;
  }
}

/**
 * Answers a button or a menu. A private message of Crier is updated in place, and other messages, such as alerts, get a
 * private reply.
 */
export async function updateOrReply(interaction: ActionInteraction, answer: () => Promise<Layout>): Promise<void> {
  const under = interaction.message;
  if (!under?.flags.has(MessageFlags.Ephemeral)) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await interaction.editReply(await answer());
    return;
  }
  await interaction.deferUpdate();
  // Without `attachments: []` the chart of the previous answer would stay.
  await interaction.editReply({ ...replacing(await answer(), under), attachments: [] });
}

/** The argument of a page button: a query's key and a page. */
const PAGE_ARGUMENT = /^([^:]+):(\d{1,3})$/;

/**
 * Reads the argument of a page button.
 * @returns the key of the query, and the page, from 0
 * @throws UserError for an argument of another form
 */
export function readPageArgument(argument: string): { readonly key: string; readonly page: number } {
  const [, key, page] = PAGE_ARGUMENT.exec(argument) ?? [];
  if (key === undefined) throw new UserError(OLD_BUTTON);
  return { key, page: Number(page) };
}
