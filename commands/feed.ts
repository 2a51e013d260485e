import { isDeepStrictEqual } from 'node:util';
import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationIntegrationType,
  type ChatInputCommandInteraction,
  InteractionContextType,
  PermissionFlagsBits,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import { type Command, type CommandContext, runAction, UserError } from '../src/discord/command/command.ts';
import {
  filterOptions,
  suggestFilter,
  TIME_CHARACTERS,
  TIME_ZONE_OPTION,
  TYPED_PRICE,
} from '../src/discord/command/filter-options.ts';
import { FEED_CHANNEL_TYPES } from '../src/discord/command/permissions.ts';
import { DISCOUNT_BOUNDS, EVERY_MINUTES_BOUNDS } from '../src/discord/command/read-number.ts';
import { formatZoneDoubt, formatZoneNotes, readQuiet, suggestTimeZones } from '../src/discord/command/read-quiet.ts';
import { renderFeed, renderFeeds, undoButton } from '../src/discord/render/answer/feed.ts';
import { kindKey } from '../src/discord/render/words/describe.ts';
import type { PlainKey } from '../src/language/english.ts';
import { choice, described } from '../src/language/languages.ts';
import { FEED_KINDS, FEED_STYLES, type Feed } from '../src/routing/feed.ts';
import type { QuietHours } from '../src/routing/quiet.ts';
import { addFeed, editFeed, save } from './feed/add.ts';
import {
  pauseByButton,
  pauseByCommand,
  removeByButton,
  removeByCommand,
  requireOne,
  restoreFeeds,
  resumeByButton,
  resumeByCommand,
  stepsOf,
} from './feed/change.ts';
import { FEED_LANGUAGE_CHOICES, suggestCleared } from './feed/draft.ts';
import { answerFeedList, checkFeeds, chooseFeed } from './feed/list.ts';
import { isForAll, readAllFeeds, readFeed, suggestFeeds } from './feed/managed-feed.ts';
import { sampleByButton, testFeed } from './feed/sample.ts';
import { openSetUp, reopenSetUp, setUp } from './feed/set-up.ts';

const CHOSEN_FEED = {
  type: Type.String,
  name: 'feed',
  ...described('feed.option.feed'),
  required: true,
  autocomplete: true,
} as const;

const STYLE_CHOICES = FEED_STYLES.map((style) => choice(style, `feed.style.${style}`));

const FEED_TERM_OPTIONS: readonly APIApplicationCommandBasicOption[] = [
  { type: Type.Channel, name: 'channel', ...described('feed.option.channel'), channel_types: [...FEED_CHANNEL_TYPES] },
  { type: Type.String, name: 'style', ...described('feed.option.style'), choices: STYLE_CHOICES },
  { type: Type.Number, name: 'min-value', ...described('feed.option.min-value'), ...TYPED_PRICE },
  { type: Type.Integer, name: 'discount', ...described('deals.discount'), ...DISCOUNT_BOUNDS },
  { type: Type.Number, name: 'min-saving', ...described('deals.min-saving'), ...TYPED_PRICE },
  { type: Type.Integer, name: 'every', ...described('feed.option.every'), ...EVERY_MINUTES_BOUNDS },
  { type: Type.Role, name: 'role', ...described('feed.option.role') },
  { type: Type.Boolean, name: 'publish', ...described('feed.option.publish') },
  ...filterOptions(),
];

const EDIT_OPTIONS: readonly APIApplicationCommandBasicOption[] = [
  { type: Type.String, name: 'clear', ...described('feed.option.clear'), autocomplete: true, max_length: 200 },
  { type: Type.String, name: 'language', ...described('feed.option.language'), choices: FEED_LANGUAGE_CHOICES },
];

const QUIET_OPTIONS: readonly APIApplicationCommandBasicOption[] = [
  { type: Type.String, name: 'from', ...described('feed.option.quiet-from'), max_length: TIME_CHARACTERS },
  { type: Type.String, name: 'to', ...described('feed.option.quiet-to'), max_length: TIME_CHARACTERS },
  TIME_ZONE_OPTION,
];

/** The subcommands of `/feed`. */
export const FEED_ACTIONS: readonly APIApplicationCommandSubcommandOption[] = [
  action('add', 'feed.command.add', [kind(true), ...FEED_TERM_OPTIONS]),
  action('edit', 'feed.command.edit', [CHOSEN_FEED, kind(false), ...FEED_TERM_OPTIONS, ...EDIT_OPTIONS]),
  action('list', 'feed.command.list', []),
  action('check', 'feed.command.check', []),
  action('pause', 'feed.command.pause', [CHOSEN_FEED]),
  action('resume', 'feed.command.resume', [CHOSEN_FEED]),
  action('remove', 'feed.command.remove', [CHOSEN_FEED]),
  action('quiet', 'feed.command.quiet', [CHOSEN_FEED, ...QUIET_OPTIONS]),
  action('test', 'feed.command.test', [CHOSEN_FEED]),
];

function action(
  name: string,
  key: PlainKey,
  options: APIApplicationCommandBasicOption[],
): APIApplicationCommandSubcommandOption {
  return { type: Type.Subcommand, name, ...described(key), options };
}

function kind(required: boolean): APIApplicationCommandBasicOption {
  const choices = FEED_KINDS.map((value) => choice(value, kindKey(value)));
  return { type: Type.String, name: 'kind', ...described('feed.option.kind'), required, choices };
}

const FEED_SUBCOMMANDS = {
  add: addFeed,
  edit: editFeed,
  list: answerFeedList,
  check: checkFeeds,
  pause: pauseByCommand,
  resume: resumeByCommand,
  remove: removeByCommand,
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

  execute: runAction(FEED_SUBCOMMANDS),

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

/** `/feed quiet`: sets the quiet hours of a feed, or of all feeds. Without options it ends them. */
export async function quietFeed(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { options } = interaction;
  const given = {
    from: options.getString('from'),
    to: options.getString('to'),
    timezone: options.getString('timezone'),
  };
  const now = context.now();
  const language = context.languages.of(interaction.locale);
  const quietOf = (feed: Feed): QuietHours | null => readQuiet(given, feed.quiet, { from: 'from', to: 'to', now });
  const changed = (feed: Feed) => !isDeepStrictEqual(quietOf(feed), feed.quiet);
  const notesOn = (quiet: QuietHours | null) => {
    const doubt = formatZoneDoubt(quiet, now, language);
    const notes = quiet === null ? [language.say('feed.quiet-ended')] : formatZoneNotes(quiet, now, language);
    return [...notes, ...(doubt === null ? [] : [doubt])];
  };
  if (isForAll(interaction)) {
    const { mine, others } = await readAllFeeds(interaction, context);
    const feeds = requireOne(mine.filter(changed));
    const edited = feeds.map((feed) => ({ ...feed, quiet: quietOf(feed) }));
    const key = await context.feedUndos.keep(stepsOf(feeds, (feed) => ({ ...feed, quiet: quietOf(feed) })));
    for (const feed of edited) await save(feed, context);
    const more = [...new Set(edited.flatMap(({ quiet }) => notesOn(quiet)))];
    const answer = { deed: 'changed', feeds: edited, others, more, buttons: [undoButton(key, language)] } as const;
    await interaction.editReply(renderFeeds(answer, language));
    return;
  }
  const feed = await readFeed(interaction, context);
  if (!changed(feed)) throw new UserError((language) => language.say('feed.error.unchanged'));
  const edited = { ...feed, quiet: quietOf(feed) };
  const key = await context.feedUndos.keep([{ before: feed, after: edited }]);
  await save(edited, context);
  const answer = { deed: 'changed', feed: edited, more: notesOn(edited.quiet) } as const;
  await interaction.editReply(renderFeed({ ...answer, buttons: [undoButton(key, language)] }, language));
}
