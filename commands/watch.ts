import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import { EVERYWHERE } from '../src/discord/command/answer.ts';
import { type Command, runAction } from '../src/discord/command/command.ts';
import {
  filterOptions,
  ITEM_OPTION,
  TIME_LENGTH,
  TIME_ZONE_OPTION,
  TYPED_PRICE,
} from '../src/discord/command/filter-options.ts';
import { DISCOUNT, EVERY_MINUTES } from '../src/discord/command/read-number.ts';
import { suggestTimeZones } from '../src/discord/command/read-quiet.ts';
import { suggestFilter } from '../src/discord/command/suggest-filter.ts';
import type { PlainKey } from '../src/language/english.ts';
import { choice, described } from '../src/language/localized.ts';
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
import { setQuiet, tryMessages } from './watch/messages.ts';
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

const TERMS: readonly APIApplicationCommandBasicOption[] = [
  { type: Type.Number, name: 'price', ...described('watch.option-price'), ...TYPED_PRICE },
  { type: Type.Integer, name: 'percent', ...described('deals.discount'), ...DISCOUNT },
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

const EVERY = { type: Type.Integer, name: 'every', ...described('watch.option-every'), ...EVERY_MINUTES } as const;

function time(name: string) {
  return { type: Type.String, name, ...described('watch.option-time'), max_length: TIME_LENGTH } as const;
}

/** A subcommand; without options unless given. */
function sub(
  name: string,
  key: PlainKey,
  options: readonly APIApplicationCommandBasicOption[] = [],
): APIApplicationCommandSubcommandOption {
  return { type: Type.Subcommand, name, ...described(key), ...(options.length > 0 && { options: [...options] }) };
}

/** `/watch` and all that can be asked there. */
export const WATCH_ACTIONS: readonly APIApplicationCommandSubcommandOption[] = [
  sub('add', 'watch.add', [trigger(true), ITEM_OPTION, ...TERMS, ...filterOptions(['item'])]),
  sub('edit', 'watch.edit', [
    CHOSEN_WATCH,
    ITEM_OPTION,
    trigger(false),
    ...TERMS,
    EVERY,
    ...filterOptions(['item']),
    { type: Type.String, name: 'clear', ...described('option.clear'), max_length: 200 },
  ]),
  sub('list', 'watch.list'),
  sub('pause', 'watch.pause', [CHOSEN_WATCH]),
  sub('resume', 'watch.resume', [CHOSEN_WATCH]),
  sub('remove', 'watch.remove', [CHOSEN_WATCH]),
  sub('undo', 'watch.undo'),
  sub('explain', 'watch.explain', [CHOSEN_WATCH]),
  sub('export', 'watch.export'),
  sub('import', 'watch.import', [
    { type: Type.Attachment, name: 'file', ...described('watch.option-file'), required: true },
  ]),
  sub('quiet', 'watch.quiet', [time('from'), time('to'), TIME_ZONE_OPTION]),
  sub('my-shop', 'watch.my-shop', [
    {
      type: Type.String,
      name: 'owner',
      ...described('watch.option-owner'),
      required: true,
      autocomplete: true,
      max_length: 100,
    },
    EVERY,
  ]),
  sub('forget', 'watch.forget'),
];

const ACTIONS = {
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

  execute: runAction(ACTIONS),

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
