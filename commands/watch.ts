import { isDeepStrictEqual } from 'node:util';
import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
  type ChatInputCommandInteraction,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import { EVERYWHERE, updateOrReply } from '../src/discord/command/answer.ts';
import { explainClosed, formatMissed } from '../src/discord/command/closed-messages.ts';
import {
  type ActionInteraction,
  type Command,
  type CommandContext,
  runAction,
  UserError,
} from '../src/discord/command/command.ts';
import {
  filterOptions,
  ITEM_OPTION,
  suggestFilter,
  TIME_CHARACTERS,
  TIME_ZONE_OPTION,
  TYPED_PRICE,
} from '../src/discord/command/filter-options.ts';
import { DISCOUNT_BOUNDS, EVERY_MINUTES_BOUNDS } from '../src/discord/command/read-number.ts';
import { formatZoneDoubt, formatZoneNotes, readQuiet, suggestTimeZones } from '../src/discord/command/read-quiet.ts';
import { changeButtons, renderChange } from '../src/discord/render/answer/watches.ts';
import { COLOURS, card, type Layout, row, text } from '../src/discord/render/layout.ts';
import { describeQuiet } from '../src/discord/render/words/describe.ts';
import { formatRefusal, tryMessagesButton } from '../src/discord/render/words/refusal.ts';
import type { PlainKey } from '../src/language/english.ts';
import { choice, described } from '../src/language/languages.ts';
import { WATCH_TRIGGERS } from '../src/routing/watch.ts';
import { addFromForm, addFromRetry, addWatch, watchMyShop } from './watch/add.ts';
import { chooseForWatch, keepOn, showShops, snoozeWatch, stopWatch, undoOnAlert } from './watch/alert-buttons.ts';
import {
  changePrice,
  editWatch,
  pauseFromButton,
  pauseWatch,
  removeFromButton,
  removeWatch,
  resumeFromButton,
  resumeWatch,
  undoFromButton,
  undoLast,
} from './watch/change.ts';
import { DAYS, MINUTES } from './watch/draft.ts';
import { explainFromButton, explainWatch } from './watch/explain.ts';
import { exportWatches, forgetAll, importWatches } from './watch/file.ts';
import { openPriceForm, reopenForm, reopenPriceForm } from './watch/form.ts';
import { chooseInList, listFromButton, listWatches } from './watch/list.ts';
import { suggestWatches } from './watch/own-watch.ts';

const CHOSEN_WATCH = {
  type: Type.String,
  name: 'watch',
  ...described('watch.option-watch'),
  required: true,
  autocomplete: true,
} as const;

function trigger(required: boolean) {
  const choices = WATCH_TRIGGERS.map((value) => choice(value, `trigger.${value}`));
  return { type: Type.String, name: 'trigger', ...described('watch.option-trigger'), required, choices } as const;
}

const WATCH_TERM_OPTIONS: readonly APIApplicationCommandBasicOption[] = [
  { type: Type.Number, name: 'price', ...described('watch.option-price'), ...TYPED_PRICE },
  { type: Type.Integer, name: 'percent', ...described('deals.discount'), ...DISCOUNT_BOUNDS },
  { type: Type.Number, name: 'min-saving', ...described('deals.min-saving'), ...TYPED_PRICE },
  {
    type: Type.String,
    name: 'repeat',
    ...described('watch.option-repeat'),
    choices: [choice('recurring', 'watch.repeat-recurring'), choice('once', 'watch.repeat-once')],
  },
  { type: Type.Integer, name: 'cooldown', ...described('watch.option-cooldown'), ...MINUTES },
  { type: Type.Integer, name: 'expires', ...described('watch.option-expires'), ...DAYS },
];

const EVERY = {
  type: Type.Integer,
  name: 'every',
  ...described('watch.option-every'),
  ...EVERY_MINUTES_BOUNDS,
} as const;

function time(name: string) {
  return { type: Type.String, name, ...described('watch.option-time'), max_length: TIME_CHARACTERS } as const;
}

/** Creates a subcommand. */
function subcommand(
  name: string,
  key: PlainKey,
  options: readonly APIApplicationCommandBasicOption[] = [],
): APIApplicationCommandSubcommandOption {
  return { type: Type.Subcommand, name, ...described(key), ...(options.length > 0 && { options: [...options] }) };
}

/** The subcommands of `/watch`. */
export const WATCH_ACTIONS: readonly APIApplicationCommandSubcommandOption[] = [
  subcommand('add', 'watch.add', [trigger(true), ITEM_OPTION, ...WATCH_TERM_OPTIONS, ...filterOptions(['item'])]),
  subcommand('edit', 'watch.edit', [
    CHOSEN_WATCH,
    ITEM_OPTION,
    trigger(false),
    ...WATCH_TERM_OPTIONS,
    EVERY,
    ...filterOptions(['item']),
    { type: Type.String, name: 'clear', ...described('option.clear'), max_length: 200 },
  ]),
  subcommand('list', 'watch.list'),
  subcommand('pause', 'watch.pause', [CHOSEN_WATCH]),
  subcommand('resume', 'watch.resume', [CHOSEN_WATCH]),
  subcommand('remove', 'watch.remove', [CHOSEN_WATCH]),
  subcommand('undo', 'watch.undo'),
  subcommand('explain', 'watch.explain', [CHOSEN_WATCH]),
  subcommand('export', 'watch.export'),
  subcommand('import', 'watch.import', [
    { type: Type.Attachment, name: 'file', ...described('watch.option-file'), required: true },
  ]),
  subcommand('quiet', 'watch.quiet', [time('from'), time('to'), TIME_ZONE_OPTION]),
  subcommand('my-shop', 'watch.my-shop', [
    {
      type: Type.String,
      name: 'owner',
      ...described('watch.option-owner'),
      autocomplete: true,
      max_length: 100,
    },
    EVERY,
  ]),
  subcommand('forget', 'watch.forget'),
];

const WATCH_SUBCOMMANDS = {
  add: addWatch,
  edit: editWatch,
  list: listWatches,
  pause: pauseWatch,
  resume: resumeWatch,
  remove: removeWatch,
  undo: undoLast,
  explain: explainWatch,
  export: exportWatches,
  import: importWatches,
  quiet: setQuiet,
  'my-shop': watchMyShop,
  forget: forgetAll,
};

export const watch = {
  definition: { name: 'watch', ...described('watch.command'), ...EVERYWHERE, options: [...WATCH_ACTIONS] },

  execute: runAction(WATCH_SUBCOMMANDS),

  autocomplete(interaction, context) {
    const { name, value } = interaction.options.getFocused(true);
    if (name === 'watch') return suggestWatches(interaction, context);
    if (name === 'timezone') return suggestTimeZones(value, context.now(), context.languages.of(interaction.locale));
    return suggestFilter(interaction, context);
  },

  actions: {
    add: addFromForm,
    'add-again': addFromRetry,
    retry: reopenForm,
    price: changePrice,
    'ask-price': openPriceForm,
    'retry-price': reopenPriceForm,
    stop: stopWatch,
    snooze: snoozeWatch,
    shops: showShops,
    menu: chooseForWatch,
    undo: undoFromButton,
    'try-messages': tryMessages,
    keep: keepOn,
    restore: undoOnAlert,
    list: listFromButton,
    choose: chooseInList,
    pause: pauseFromButton,
    resume: resumeFromButton,
    remove: removeFromButton,
    explain: explainFromButton,
  },
} satisfies Command;

/** `/watch quiet`: sets the user's quiet hours. Without options it ends them. */
export async function setQuiet(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { options, user, locale } = interaction;
  const [from, to, timezone] = ['from', 'to', 'timezone'].map((name) => options.getString(name));
  const now = context.now();
  const before = (await context.subscriptions.person(user.id))?.quiet ?? null;
  const given = { from: from ?? null, to: to ?? null, timezone: timezone ?? null };
  const quiet = readQuiet(given, before, { from: 'from', to: 'to', now });
  if (isDeepStrictEqual(quiet, before)) {
    throw new UserError((language) =>
      quiet ? language.say('watch.quiet-same', { hours: describeQuiet(quiet) }) : language.say('watch.quiet-none'),
    );
  }
  const key = await context.watchChanges.change(user.id, { quiet });
  const language = context.languages.of(locale);
  const doubt = formatZoneDoubt(quiet, now, language);
  const lines = quiet
    ? [language.say('watch.quiet-set', { hours: describeQuiet(quiet) }), ...formatZoneNotes(quiet, now, language)]
    : [language.say('watch.quiet-ended')];
  await interaction.editReply(renderChange(doubt === null ? lines : [...lines, doubt], key, language));
}

/** Handles *Try again* in an answer that explains why Discord rejects a user's direct messages. */
export async function tryMessages(interaction: ActionInteraction, _: string, context: CommandContext): Promise<void> {
  await updateOrReply(interaction, () => tryAndResume(interaction, context));
}

async function tryAndResume({ user, id, locale }: ActionInteraction, context: CommandContext): Promise<Layout> {
  const language = context.languages.of(locale);
  const target = { kind: 'user', id: user.id } as const;
  const controls = (isOpen: boolean) =>
    row(...(isOpen ? [] : [tryMessagesButton(language)]), ...changeButtons(null, language));
  const outcome = await context.sendTest(user.id, language.say('refusal.test'), `test${id}`);
  if (outcome.kind === 'delivered') {
    const missed = await formatMissed(user.id, language, context);
    const { isKept } = await context.resume(target);
    const kept = isKept && language.say('refusal.kept');
    return card(COLOURS.good, text(language.say('refusal.back'), kept, ...missed), controls(true));
  }
  if (outcome.kind !== 'refused')
    return card(COLOURS.warning, text(language.say('refusal.no-answer')), controls(false));
  const why = formatRefusal(outcome.code, language, 'user');
  const lines = await explainClosed(user.id, outcome.code, language, context);
  return card(COLOURS.warning, text(language.say('refusal.still', { why }), ...lines), controls(false));
}
