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
import type { Log } from '../../ports/log.ts';
import type { ShopQuery } from '../../ports/queries.ts';
import type { Picture } from '../chart/picture.ts';
import type { Layout } from '../render/layout.ts';
import type { ActionInteraction, CommandContext } from './command.ts';

/** How long a command waits for the first snapshot; Discord allows 15 minutes, people do not. */
const FIRST_SNAPSHOT_MS = 15_000;

/** Where all commands but `/feed` work: servers and people's own installs, direct messages included. */
export const EVERYWHERE = {
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
};

/** The flags of a first answer: seen by all, or by the asker alone. */
export function visibility(isPrivate: boolean): { flags?: MessageFlags.Ephemeral } {
  return isPrivate ? { flags: MessageFlags.Ephemeral } : {};
}

/** The whole of a first answer that is not deferred: its own flags, and who sees it. */
function withVisibility(message: Message, isPrivate: boolean) {
  const { flags, ...rest } = message;
  const all = [...(flags === undefined ? [] : [flags]), ...(isPrivate ? [MessageFlags.Ephemeral as const] : [])];
  return { ...rest, ...(all.length > 0 && { flags: all }) };
}

/**
 * The market, at once where it is in and nobody is before this one; else defers ("Crier is thinking"), and waits for
 * the first snapshot if it can come soon. Answer with `editOrReply` afterwards.
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
  const comesLate = nextAt !== null && nextAt - context.now() > FIRST_SNAPSHOT_MS;
  return market ?? (await context.marketWithin(comesLate ? 0 : FIRST_SNAPSHOT_MS));
}

/** The content of an answer, deferred or not. */
interface Message {
  readonly content?: string;
  readonly embeds?: APIEmbed[];
  readonly components?: (APIActionRowComponent<APIComponentInMessageActionRow> | APIContainerComponent)[];
  readonly flags?: MessageFlags.IsComponentsV2;
  readonly files?: Picture[];
}

/** The one answer of a command, deferred or not. */
export async function editOrReply(
  interaction: ChatInputCommandInteraction,
  message: Message,
  isPrivate: boolean,
): Promise<void> {
  if (interaction.deferred) await interaction.editReply(message);
  else await interaction.reply(withVisibility(message, isPrivate));
}

/** Tells the asker of a command alone, before or after an answer that all see, or in its place. */
export async function tellPrivately(
  interaction: ChatInputCommandInteraction,
  content: string,
  components: readonly APIActionRowComponent<APIComponentInMessageActionRow>[] = [],
): Promise<void> {
  const message = { content, components: [...components], flags: MessageFlags.Ephemeral } as const;
  if (!interaction.deferred && !interaction.replied) {
    await interaction.reply(message);
    return;
  }
  // A message that follows "Crier is thinking" would take its place, and be seen by all.
  if (!interaction.replied) await interaction.deleteReply();
  await interaction.followUp(message);
}

/** Answers a button privately, acknowledged first if other work is queued. @param work see `WorkQueue` */
export async function replyInTurn(
  interaction: ActionInteraction,
  context: CommandContext,
  work: () => Promise<Message> | Message,
): Promise<void> {
  if (context.workQueue.isBusy) await interaction.deferReply(visibility(true));
  const message = await context.workQueue.run(work);
  if (interaction.deferred) await interaction.editReply(message);
  else await interaction.reply(withVisibility(message, true));
}

/** Discord refuses the message itself: its form, its files, or the right to attach them. */
const REFUSED = [400, 403, 413];

/** Sends an answer with its picture; where Discord does not take that, the answer stands without. */
export async function sendPictured<M extends Message>(
  message: M,
  send: (message: M) => Promise<unknown>,
  log: Log,
): Promise<void> {
  try {
    await send(message);
  } catch (error) {
    const isRefused = error instanceof DiscordAPIError && REFUSED.includes(error.status);
    if (!isRefused || !message.files?.length) throw error;
    log.warn({ err: error }, 'Discord does not take a picture; the answer goes without');
    await send(withoutPicture(message));
  }
}

function withoutPicture<M extends Message>(message: M): M {
  const embeds = message.embeds?.map(({ image: _, ...embed }) => embed).filter((embed) => embed.description);
  const components = message.components?.map((part) =>
    part.type === ComponentType.Container ? { ...part, components: part.components.flatMap(withoutFiles) } : part,
  );
  return { ...message, files: [], ...(embeds && { embeds }), ...(components && { components }) };
}

/** Removes galleries, and leaves texts without the pictures next to them. */
function withoutFiles(part: APIComponentInContainer): APIComponentInContainer[] {
  if (part.type === ComponentType.MediaGallery) return [];
  if (part.type !== ComponentType.Section || part.accessory.type !== ComponentType.Thumbnail) return [part];
  return part.accessory.media.url.startsWith('attachment://') ? part.components : [part];
}

/**
 * A message that replaces the one with the button or menu. A message of an older Crier has embeds, which are removed.
 */
export function replacing<M extends Layout>(message: M, under: DiscordMessage): M & { content?: null; embeds?: [] } {
  return under.flags.has(MessageFlags.IsComponentsV2) ? message : { ...message, content: null, embeds: [] };
}

/**
 * Keeps what was asked for the buttons under its answer; null: it could not be kept, and the answer goes without them.
 */
export async function keepQuery(
  query: ShopQuery,
  { queries, log }: Pick<CommandContext, 'queries' | 'log'>,
): Promise<string | null> {
  try {
    return await queries.keep(query);
  } catch (error) {
    log.error({ err: error }, 'Could not keep a query; its answer goes without buttons');
    return null;
  }
}

/**
 * Answers a button or a menu in the message that it stands under, where that is one of ours for this person alone; else, under
 * an alert, by a message beside it.
 */
export async function updateOrReply(interaction: ActionInteraction, answer: () => Promise<Layout>): Promise<void> {
  const under = interaction.message;
  if (!under?.flags.has(MessageFlags.Ephemeral)) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await interaction.editReply(await answer());
    return;
  }
  await interaction.deferUpdate();
  // A chart of the answer before goes with it.
  await interaction.editReply({ ...replacing(await answer(), under), attachments: [] });
}
