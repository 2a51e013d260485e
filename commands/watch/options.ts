import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import {
  filterOptions,
  ITEM_OPTION,
  TIME_LENGTH,
  TIME_ZONE_OPTION,
  TYPED_PRICE,
} from '../../src/discord/command/filter-options.ts';
import { DISCOUNT, EVERY_MINUTES } from '../../src/discord/command/read-number.ts';
import type { PlainKey } from '../../src/language/english.ts';
import { choice, described } from '../../src/language/localized.ts';
import { WATCH_TRIGGERS } from '../../src/routing/watch.ts';
import { DAYS, MINUTES } from './read-draft.ts';

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
