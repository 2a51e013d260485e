import {
  type APIApplicationCommandSubcommandOption,
  MessageFlags,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import { EVERYWHERE } from '../src/discord/command/answer.ts';
import type { Command } from '../src/discord/command/command.ts';
import { filterOptions, ITEM_OPTION } from '../src/discord/command/filter-options.ts';
import { suggestFilter } from '../src/discord/command/suggest.ts';
import { WATCH_TRIGGERS } from '../src/routing/watch.ts';
import { addFromForm, addWatch } from './watch/add.ts';
import { showShops, stopWatch } from './watch/alert.ts';
import { listWatches, pauseWatch, removeWatch, resumeWatch, suggestWatches } from './watch/manage.ts';

const TRIGGER_NAMES = {
  'at-or-below': 'at-or-below: a shop sells at my price',
  auctioned: 'auctioned: an auction ends',
  traded: 'traded: a player buys or sells at a shop',
};

/** An action on one watch of the person. */
function one(name: string, description: string): APIApplicationCommandSubcommandOption {
  const watch = {
    type: Type.String,
    name: 'watch',
    description: 'Which watch',
    required: true,
    autocomplete: true,
  } as const;
  return { type: Type.Subcommand, name, description, options: [watch] };
}

const ACTIONS = { add: addWatch, list: listWatches, pause: pauseWatch, resume: resumeWatch, remove: removeWatch };

export const watch = {
  definition: {
    name: 'watch',
    description: 'Be told by direct message',
    ...EVERYWHERE,
    options: [
      {
        type: Type.Subcommand,
        name: 'add',
        description: 'Tell me when something comes at my price',
        options: [
          { ...ITEM_OPTION, required: true },
          {
            type: Type.String,
            name: 'trigger',
            description: 'What to wait for',
            required: true,
            choices: WATCH_TRIGGERS.map((value) => ({ name: TRIGGER_NAMES[value], value })),
          },
          { type: Type.Number, name: 'price', description: 'For one item, at most', min_value: 0, max_value: 1e12 },
          {
            type: Type.String,
            name: 'repeat',
            description: 'Every time (usual), or once',
            choices: ['recurring', 'once'].map((value) => ({ name: value, value })),
          },
          {
            type: Type.Integer,
            name: 'cooldown',
            description: 'Minutes between two messages (60)',
            min_value: 0,
            max_value: 10_080,
          },
          { type: Type.Integer, name: 'expires', description: 'End after so many days', min_value: 1, max_value: 3650 },
          ...filterOptions(['item']),
        ],
      },
      { type: Type.Subcommand, name: 'list', description: 'Your watches' },
      one('pause', 'Stop a watch for a while'),
      one('resume', 'Start a paused watch again'),
      one('remove', 'Delete a watch'),
    ],
  },

  async execute(interaction, desk) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const action = interaction.options.getSubcommand() as keyof typeof ACTIONS;
    await ACTIONS[action](interaction, desk);
  },

  suggest(interaction, desk) {
    if (interaction.options.getFocused(true).name === 'watch') return suggestWatches(interaction, desk);
    return suggestFilter(interaction, desk.market());
  },

  actions: { add: addFromForm, stop: stopWatch, shops: showShops },
} satisfies Command;
