import {
  type APIApplicationCommandSubcommandOption,
  ApplicationIntegrationType,
  ChannelType,
  InteractionContextType,
  MessageFlags,
  PermissionFlagsBits,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import type { Command } from '../src/discord/command/command.ts';
import { filterOptions } from '../src/discord/command/filter-options.ts';
import { suggestFilter } from '../src/discord/command/suggest.ts';
import { FEED_KINDS, FEED_STYLES } from '../src/routing/feed.ts';
import { addFeed } from './feed/add.ts';
import { listFeeds, pauseFeed, removeFeed, resumeFeed, suggestFeeds, testFeed } from './feed/manage.ts';

const CHANNEL_TYPES = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
] as const;

const KIND_NAMES = {
  auctions: 'auctions',
  purchases: 'purchases: players buy from shops',
  sales: 'sales: players sell to shops',
  trades: 'trades: purchases and sales',
};

/** An action on one feed of the server. */
function one(name: string, description: string): APIApplicationCommandSubcommandOption {
  const feed = {
    type: Type.String,
    name: 'feed',
    description: 'Which feed',
    required: true,
    autocomplete: true,
  } as const;
  return { type: Type.Subcommand, name, description, options: [feed] };
}

const ACTIONS = {
  add: addFeed,
  list: listFeeds,
  pause: pauseFeed,
  resume: resumeFeed,
  remove: removeFeed,
  test: testFeed,
};

export const feed = {
  definition: {
    name: 'feed',
    description: 'Announce the market in a channel',
    integration_types: [ApplicationIntegrationType.GuildInstall],
    contexts: [InteractionContextType.Guild],
    default_member_permissions: String(PermissionFlagsBits.ManageChannels),
    options: [
      {
        type: Type.Subcommand,
        name: 'add',
        description: 'Tell a channel of auctions or trades',
        options: [
          {
            type: Type.String,
            name: 'kind',
            description: 'What to tell of',
            required: true,
            choices: FEED_KINDS.map((value) => ({ name: KIND_NAMES[value], value })),
          },
          { type: Type.Channel, name: 'channel', description: 'Where (here)', channel_types: [...CHANNEL_TYPES] },
          {
            type: Type.String,
            name: 'style',
            description: 'How it looks (cards)',
            choices: FEED_STYLES.map((value) => ({ name: value, value })),
          },
          { type: Type.Number, name: 'min-value', description: 'Paid in all, at least', min_value: 0, max_value: 1e12 },
          { type: Type.Integer, name: 'every', description: 'Gather so many minutes', min_value: 0, max_value: 1440 },
          ...filterOptions(),
        ],
      },
      { type: Type.Subcommand, name: 'list', description: 'The feeds of this server' },
      one('pause', 'Stop a feed for a while'),
      one('resume', 'Start a paused feed again'),
      one('remove', 'Delete a feed'),
      one('test', 'Post a sample now'),
    ],
  },

  async execute(interaction, desk) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const action = interaction.options.getSubcommand() as keyof typeof ACTIONS;
    await ACTIONS[action](interaction, desk);
  },

  suggest(interaction, desk) {
    if (interaction.options.getFocused(true).name === 'feed') return suggestFeeds(interaction, desk);
    return suggestFilter(interaction, desk.market());
  },
} satisfies Command;
