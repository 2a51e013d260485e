import { ApplicationCommandOptionType as Type } from 'discord.js';
import { EVERYWHERE, editOrReply, marketFor, visibility } from '../src/discord/command/answer.ts';
import type { Command } from '../src/discord/command/command.ts';
import { PRIVATE_OPTION } from '../src/discord/command/filter-options.ts';
import { UserError } from '../src/discord/command/user-error.ts';
import { renderBans, renderPainting } from '../src/discord/render/answer/painting.ts';
import { formatFreshness } from '../src/discord/render/words/freshness.ts';
import { clip, safe } from '../src/discord/render/words/text.ts';
import { paintingSellers } from '../src/market/search/painting-sellers.ts';
import { suggestCanvases } from '../src/market/search/search.ts';

const CANVAS_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}_\d{1,19}$/;

export const paintingBanned = {
  definition: {
    name: 'painting-banned',
    description: 'Is a painting banned, and who sells it',
    ...EVERYWHERE,
    options: [
      {
        type: Type.String,
        name: 'id',
        description: 'Canvas id, as in <author uuid>_12',
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
    const list = await context.bans.list();
    if (!list) throw new UserError('The list of banned paintings is not in yet. Please try again in a minute.');
    const market = await marketFor(interaction, context, isPrivate);
    const wanted = id === null ? list.bans.map((ban) => ban.id) : [id];
    const sellers = market && paintingSellers(market, wanted);
    const freshness = formatFreshness(
      context.status.snapshot(),
      context.status.stream(),
      context.now(),
      context.languages.of(interaction.locale),
    );
    const render =
      id === null
        ? renderBans(list, sellers, freshness, context.languages.of(interaction.locale))
        : renderPainting(id, list, sellers, freshness, context.languages.of(interaction.locale));
    await editOrReply(interaction, render, isPrivate);
  },

  autocomplete(interaction, context) {
    const text = interaction.options.getFocused().toLowerCase().trim();
    const banned = context.bans.known().map(({ id }) => id);
    const market = context.market();
    const sold = market ? suggestCanvases(market, text) : [];
    const isBanned = new Set(banned);
    return [...new Set([...sold, ...banned])]
      .filter((id) => id.includes(text))
      .slice(0, 25)
      .map((id) => ({ name: clip(`${id}${isBanned.has(id) ? ' (banned)' : ''}`, 100), value: id }));
  },
} satisfies Command;

function readCanvasId(text: string): string {
  const id = text.trim().toLowerCase();
  if (CANVAS_ID.test(id)) return id;
  throw new UserError(
    `“${safe(text, 40)}” is no canvas id. One reads like \`069a79f4-44e9-4726-a5be-fca90e38aaf5_12\`: the author’s uuid, \`_\` and a number.`,
  );
}
