import {
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
  ApplicationIntegrationType,
  type ChatInputCommandInteraction,
  DiscordAPIError,
  InteractionContextType,
  MessageFlags,
} from 'discord.js';
import type { Market } from '../../market/market.ts';
import type { Log } from '../../ports/log.ts';
import type { Picture } from '../chart/picture.ts';
import type { Desk } from './command.ts';

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

/**
 * The market, at once where it is in; else defers ("Crier is thinking") and waits for the first snapshot.
 * Answer with `editOrReply` afterwards.
 */
export async function marketFor(
  interaction: ChatInputCommandInteraction,
  desk: Desk,
  isPrivate: boolean,
): Promise<Market | null> {
  const market = desk.market();
  if (market) return market;
  if (!interaction.deferred) await interaction.deferReply(visibility(isPrivate));
  return await desk.marketWithin(FIRST_SNAPSHOT_MS);
}

/** What an answer shows, deferred or not. */
interface Message {
  readonly content?: string;
  readonly embeds?: APIEmbed[];
  readonly components?: APIActionRowComponent<APIComponentInMessageActionRow>[];
  readonly files?: Picture[];
}

/** The one answer of a command, deferred or not. */
export async function editOrReply(
  interaction: ChatInputCommandInteraction,
  message: Message,
  isPrivate: boolean,
): Promise<void> {
  if (interaction.deferred) await interaction.editReply(message);
  else await interaction.reply({ ...message, ...visibility(isPrivate) });
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
    const embeds = message.embeds?.map(({ image: _, ...embed }) => embed).filter((embed) => embed.description);
    await send({ ...message, files: [], embeds: embeds ?? [] });
  }
}
