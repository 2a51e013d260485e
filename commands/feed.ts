import { ApplicationIntegrationType, InteractionContextType, PermissionFlagsBits } from 'discord.js';
import { type Command, runAction } from '../src/discord/command/command.ts';
import { suggestTimeZones } from '../src/discord/command/read-quiet.ts';
import { suggestFilter } from '../src/discord/command/suggest-filter.ts';
import { described } from '../src/language/localized.ts';
import { addFeed, editFeed } from './feed/add.ts';
import { checkFeeds } from './feed/check.ts';
import { suggestCleared } from './feed/clear-option.ts';
import { suggestFeeds } from './feed/feed-option.ts';
import { chooseFeed, listFeeds } from './feed/list.ts';
import {
  pauseByButton,
  pauseFeed,
  removeByButton,
  removeFeed,
  restoreFeeds,
  resumeByButton,
  resumeFeed,
} from './feed/manage.ts';
import { FEED_ACTIONS } from './feed/options.ts';
import { quietFeed } from './feed/quiet.ts';
import { sampleByButton, testFeed } from './feed/send-sample.ts';
import { openSetUp, reopenSetUp, setUp } from './feed/set-up.ts';

const ACTIONS = {
  add: addFeed,
  edit: editFeed,
  list: listFeeds,
  check: checkFeeds,
  pause: pauseFeed,
  resume: resumeFeed,
  remove: removeFeed,
  quiet: quietFeed,
  test: testFeed,
};

export const feed = {
  definition: {
    name: 'feed',
    ...described('feed.command'),
    integration_types: [ApplicationIntegrationType.GuildInstall],
    contexts: [InteractionContextType.Guild],
    default_member_permissions: String(PermissionFlagsBits.ManageChannels),
    options: [...FEED_ACTIONS],
  },

  execute: runAction(ACTIONS),

  autocomplete(interaction, context) {
    const { name, value } = interaction.options.getFocused(true);
    if (name === 'feed') return suggestFeeds(interaction, context);
    if (name === 'clear') return suggestCleared(interaction, context);
    if (name === 'timezone') return suggestTimeZones(value, context.now(), context.languages.of(interaction.locale));
    return suggestFilter(interaction, context);
  },

  actions: {
    sample: sampleByButton,
    pause: pauseByButton,
    resume: resumeByButton,
    remove: removeByButton,
    restore: restoreFeeds,
    choose: chooseFeed,
    setup: openSetUp,
    form: setUp,
    retry: reopenSetUp,
  },
} satisfies Command;
