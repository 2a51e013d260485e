import { type BaseInteraction, PermissionFlagsBits, ApplicationCommandOptionType as Type } from 'discord.js';
import { EVERYWHERE, marketFor, sendPictured, visibility } from '../src/discord/command/answer.ts';
import {
  type ActionInteraction,
  type Command,
  type CommandContext,
  OLD_BUTTON,
  UserError,
} from '../src/discord/command/command.ts';
import { PRIVATE_OPTION } from '../src/discord/command/filter-options.ts';
import { identitiesOf, kindsOfPainting, paintingNames } from '../src/discord/command/paintings.ts';
import { pageOfBans, renderBans, renderPaintingBan } from '../src/discord/render/answer/banned-paintings.ts';
import { renderBannedPicture } from '../src/discord/render/answer/banned-picture.ts';
import { kindButtons } from '../src/discord/render/answer/painting-card.ts';
import type { Layout } from '../src/discord/render/layout.ts';
import { formatFreshness } from '../src/discord/render/words/freshness.ts';
import { clip, safe } from '../src/discord/render/words/text.ts';
import { described } from '../src/language/languages.ts';
import type { Market } from '../src/market/market.ts';
import { isCanvasId } from '../src/market/paintings/canvas.ts';
import { catalogueCanvas } from '../src/market/paintings/known-paintings.ts';
import { paintingSellers } from '../src/market/search/current-sellers.ts';
import { suggestCanvases } from '../src/market/search/search.ts';
import { CHOICE_CHARACTERS, MOST_CHOICES } from '../src/market/search/suggest-words.ts';
import type { BanSnapshot } from '../src/ports/journal.ts';

export const paintingBanned = {
  definition: {
    name: 'painting-banned',
    ...described('painting.description'),
    ...EVERYWHERE,
    options: [
      {
        type: Type.String,
        name: 'id',
        ...described('painting.id-description'),
        autocomplete: true,
        max_length: 100,
      },
      PRIVATE_OPTION,
    ],
  },

  async execute(interaction, context) {
    const text = interaction.options.getString('id');
    const isPrivate = interaction.options.getBoolean('private') ?? false;
    const id = text === null ? null : readCanvasId(text);
    await interaction.deferReply(visibility(isPrivate));
    const list = await requireList(context);
    const market = await marketFor(interaction, context, isPrivate);
    await interaction.editReply(
      id === null
        ? await renderAll(list, market, 0, interaction, context)
        : await renderOne(id, list, market, interaction, context),
    );
  },

  autocomplete(interaction, context) {
    const text = interaction.options.getFocused().toLowerCase().trim();
    const language = context.languages.of(interaction.locale);
    const banned = context.bans.known().map(({ id }) => id);
    const market = context.market();
    const sold = market ? suggestCanvases(market, text) : [];
    const isBanned = new Set(banned);
    return [...new Set([...sold, ...banned])]
      .filter((id) => id.includes(text))
      .slice(0, MOST_CHOICES)
      .map((id) => ({
        name: clip(isBanned.has(id) ? language.say('painting.choice-banned', { id }) : id, CHOICE_CHARACTERS),
        value: id,
      }));
  },

  actions: {
    /** Handles *Show* below the card of a banned painting: draws it for a moderator of the channel, in private. */
    async show(interaction, argument, context) {
      if (!isCanvasId(argument) || !interaction.isMessageComponent()) throw new UserError(OLD_BUTTON);
      if (!interaction.memberPermissions?.has(PermissionFlagsBits.ManageMessages)) {
        throw new UserError((language) => {
          const permission = `**${language.say('feed.permission.manage-messages')}**`;
          return language.say('painting.show-refused', { permission });
        });
      }
      await interaction.deferReply(visibility(true));
      const picture = await context.drawCanvas(argument);
      if (picture === null) throw new UserError((language) => language.say('painting.no-picture'));
      const isBanned = context.bans.known().some(({ id }) => id === argument);
      const shown = renderBannedPicture(picture, isBanned, context.languages.of(interaction.locale));
      await sendPictured(shown, (message) => interaction.editReply(message), context.log);
    },
    async page(interaction, argument, context) {
      await turnBansPage(interaction, argument, context);
    },

    async jump(interaction, _, context) {
      await turnBansPage(interaction, (interaction.isStringSelectMenu() && interaction.values[0]) || '', context);
    },

    /** The menu of the list: answers about one painting, for the user alone. */
    async choose(interaction, _, context) {
      const [id = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
      if (!isCanvasId(id)) throw new UserError(OLD_BUTTON);
      await interaction.deferReply(visibility(true));
      const list = await requireList(context);
      await interaction.editReply(await renderOne(id, list, context.market(), interaction, context));
    },
  },
} satisfies Command;

/** Shows the asker another page in place; anyone else gets a page of their own. */
async function turnBansPage(interaction: ActionInteraction, page: string, context: CommandContext): Promise<void> {
  if (!/^\d{1,6}$/.test(page) || !interaction.isMessageComponent()) throw new UserError(OLD_BUTTON);
  const isAsker = interaction.message.interactionMetadata?.user.id === interaction.user.id;
  await (isAsker ? interaction.deferUpdate() : interaction.deferReply(visibility(true)));
  const list = await requireList(context);
  await interaction.editReply(await renderAll(list, context.market(), Number(page), interaction, context));
}

async function requireList({ bans }: CommandContext): Promise<BanSnapshot> {
  const list = await bans.list();
  if (!list) throw new UserError((language) => language.say('painting.list-missing'));
  return list;
}

async function renderOne(
  id: string,
  list: BanSnapshot,
  market: Market | null,
  interaction: BaseInteraction,
  context: CommandContext,
): Promise<Layout> {
  const language = context.languages.of(interaction.locale);
  const sellers = market && paintingSellers(market, [id]);
  const identities = identitiesOf(id, market && catalogueCanvas(market, id));
  const kinds = await kindsOrNone(identities, sellers ?? [], interaction.user.id, context);
  const names = await paintingNames([id], context);
  const buttons = kindButtons(kinds, language);
  const freshness = freshnessOf(interaction, context);
  return renderPaintingBan({ id, list, sellers, names, buttons, freshness, language });
}

/** Returns no kinds if the store cannot be read, so that the answer about a ban does not depend on it. */
async function kindsOrNone(...[identities, sellers, userId, context]: Parameters<typeof kindsOfPainting>) {
  try {
    return await kindsOfPainting(identities, sellers, userId, context);
  } catch (err) {
    context.log.warn({ err }, 'Prices of a painting unreadable, answering without buttons');
    return [];
  }
}

async function renderAll(
  list: BanSnapshot,
  market: Market | null,
  page: number,
  interaction: BaseInteraction,
  context: CommandContext,
): Promise<Layout> {
  const ids = list.bans.map((ban) => ban.id);
  const sellers = market && paintingSellers(market, ids);
  const bans = pageOfBans(list, sellers, page);
  const shown = bans.shown.map(({ id }) => id);
  const names = await paintingNames(shown, context);
  return renderBans(bans, names, freshnessOf(interaction, context), context.languages.of(interaction.locale));
}

function freshnessOf(interaction: BaseInteraction, { status, now, languages }: CommandContext): string {
  return formatFreshness(status.snapshot(), status.stream(), now(), languages.of(interaction.locale));
}

function readCanvasId(text: string): string {
  const id = text.trim().toLowerCase();
  if (isCanvasId(id)) return id;
  throw new UserError((language) => language.say('painting.unknown', { text: safe(text, 40) }));
}
