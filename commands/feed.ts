import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationIntegrationType,
  InteractionContextType,
  MessageFlags,
  PermissionFlagsBits,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import type { Command } from '../src/discord/command/command.ts';
import { filterOptions } from '../src/discord/command/filter-options.ts';
import { ownEntry } from '../src/discord/command/own-entry.ts';
import { suggestTimeZones } from '../src/discord/command/read-quiet.ts';
import { suggestFilter } from '../src/discord/command/suggest-filter.ts';
import { OLD_COMMAND, UserError } from '../src/discord/command/user-error.ts';
import { FEED_KINDS, FEED_STYLES, type FeedKind } from '../src/routing/feed.ts';
import { addFeed, editFeed } from './feed/add.ts';
import { suggestFeeds } from './feed/feed-option.ts';
import { listFeeds } from './feed/list.ts';
import { pauseFeed, removeFeed, resumeFeed } from './feed/manage.ts';
import { FEED_CHANNELS } from './feed/permission.ts';
import { testFeed } from './feed/send-sample.ts';

const KIND_NAMES: Record<FeedKind, string> = {
  auctions: 'auctions',
  purchases: 'purchases: players buy from shops',
  sales: 'sales: players sell to shops',
  trades: 'trades: purchases and sales',
  listings: 'listings: new shops',
  restocks: 'restocks: shops fill up',
  'price-drops': 'price-drops: shops ask less',
  'sold-out': 'sold-out: shops run empty or go',
  health: 'health: the server is slow, down, back',
  'banned-paintings': 'banned-paintings: one is for sale',
};

const CHOSEN_FEED = {
  type: Type.String,
  name: 'feed',
  description: 'Which feed',
  required: true,
  autocomplete: true,
} as const;

/** An action on one feed of the server. */
function one(name: string, description: string): APIApplicationCommandSubcommandOption {
  return { type: Type.Subcommand, name, description, options: [CHOSEN_FEED] };
}

function kind(required: boolean): APIApplicationCommandBasicOption {
  const choices = FEED_KINDS.map((value) => ({ name: KIND_NAMES[value], value }));
  return { type: Type.String, name: 'kind', description: 'What to tell of', required, choices };
}

const TERMS: readonly APIApplicationCommandBasicOption[] = [
  { type: Type.Channel, name: 'channel', description: 'Where (here)', channel_types: [...FEED_CHANNELS] },
  {
    type: Type.String,
    name: 'style',
    description: 'How it looks (cards)',
    choices: FEED_STYLES.map((value) => ({ name: value, value })),
  },
  { type: Type.Number, name: 'min-value', description: 'Paid in all, at least', min_value: 0, max_value: 1e12 },
  { type: Type.Integer, name: 'every', description: 'Gather so many minutes', min_value: 0, max_value: 1440 },
  ...filterOptions(),
];

const QUIET: readonly APIApplicationCommandBasicOption[] = [
  { type: Type.String, name: 'quiet-from', description: 'Quiet hours: from, such as 22:00', max_length: 5 },
  { type: Type.String, name: 'quiet-to', description: 'Quiet hours: to, such as 07:00', max_length: 5 },
  { type: Type.String, name: 'timezone', description: 'Such as Europe/Berlin', autocomplete: true, max_length: 50 },
];

const ACTIONS = {
  add: addFeed,
  edit: editFeed,
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
        description: 'Tell a channel what happens',
        options: [kind(true), ...TERMS],
      },
      {
        type: Type.Subcommand,
        name: 'edit',
        description: 'Change a feed: what you give changes',
        options: [
          CHOSEN_FEED,
          kind(false),
          ...TERMS,
          { type: Type.String, name: 'clear', description: 'Filters to drop, such as owner, quiet', max_length: 200 },
          ...QUIET,
        ],
      },
      { type: Type.Subcommand, name: 'list', description: 'The feeds of this server' },
      one('pause', 'Stop a feed for a while'),
      one('resume', 'Start a paused feed again'),
      one('remove', 'Delete a feed'),
      one('test', 'Post a sample now'),
    ],
  },

  async execute(interaction, context) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const action = ownEntry(ACTIONS, interaction.options.getSubcommand());
    if (!action) throw new UserError(OLD_COMMAND);
    await action(interaction, context);
  },

  autocomplete(interaction, context) {
    const { name, value } = interaction.options.getFocused(true);
    if (name === 'feed') return suggestFeeds(interaction, context);
    if (name === 'timezone') return suggestTimeZones(value, context.now(), context.languages.of(interaction.locale));
    return suggestFilter(interaction, context.market());
  },
} satisfies Command;
