import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import { filterOptions, ITEM_OPTION } from '../../src/discord/command/filter-options.ts';
import { WATCH_TRIGGERS } from '../../src/routing/watch.ts';

const TRIGGER_CHOICES: Record<(typeof WATCH_TRIGGERS)[number], string> = {
  'at-or-below': 'at-or-below: a shop sells at my price',
  'at-or-above': 'at-or-above: a shop buys at my price',
  listed: 'listed: a new shop sells it',
  restocked: 'restocked: a shop fills up',
  'sold-out': 'sold-out: a shop is empty or gone',
  auctioned: 'auctioned: an auction ends',
  traded: 'traded: a player buys or sells at a shop',
};

const CHOSEN_WATCH = {
  type: Type.String,
  name: 'watch',
  description: 'Which watch',
  required: true,
  autocomplete: true,
} as const;

function trigger(required: boolean) {
  const choices = WATCH_TRIGGERS.map((value) => ({ name: TRIGGER_CHOICES[value], value }));
  return { type: Type.String, name: 'trigger', description: 'What to wait for', required, choices } as const;
}

const TERMS: readonly APIApplicationCommandBasicOption[] = [
  { type: Type.Number, name: 'price', description: 'For one item', min_value: 0, max_value: 1e12 },
  {
    type: Type.String,
    name: 'repeat',
    description: 'Every time (usual), or once',
    choices: ['recurring', 'once'].map((value) => ({ name: value, value })),
  },
  {
    type: Type.Integer,
    name: 'cooldown',
    description: 'Minutes between messages (60); 10 % better comes at once',
    min_value: 0,
    max_value: 10_080,
  },
  { type: Type.Integer, name: 'expires', description: 'End after so many days', min_value: 1, max_value: 3650 },
];

function time(name: string) {
  return { type: Type.String, name, description: 'Such as 22:00', max_length: 5 } as const;
}

const TIME_ZONE = {
  type: Type.String,
  name: 'timezone',
  description: 'Such as Europe/Berlin',
  autocomplete: true,
  max_length: 50,
} as const;

/** A subcommand; without options unless given. */
function sub(
  name: string,
  description: string,
  options: readonly APIApplicationCommandBasicOption[] = [],
): APIApplicationCommandSubcommandOption {
  return { type: Type.Subcommand, name, description, ...(options.length > 0 && { options: [...options] }) };
}

/** `/watch` and all that can be asked there. */
export const WATCH_ACTIONS: readonly APIApplicationCommandSubcommandOption[] = [
  sub('add', 'Tell me when something comes at my price', [
    { ...ITEM_OPTION, required: true },
    trigger(true),
    ...TERMS,
    ...filterOptions(['item']),
  ]),
  sub('edit', 'Change a watch: what you give changes', [
    CHOSEN_WATCH,
    ITEM_OPTION,
    trigger(false),
    ...TERMS,
    ...filterOptions(['item']),
    { type: Type.String, name: 'clear', description: 'Filters to drop, such as owner, price', max_length: 200 },
  ]),
  sub('list', 'Your watches'),
  sub('pause', 'Stop a watch for a while', [CHOSEN_WATCH]),
  sub('resume', 'Start a paused watch again', [CHOSEN_WATCH]),
  sub('remove', 'Delete a watch', [CHOSEN_WATCH]),
  sub('undo', 'Take back your last change'),
  sub('explain', 'Why did it tell me, or not?', [CHOSEN_WATCH]),
  sub('export', 'Your watches as a file'),
  sub('import', 'Watches from such a file', [
    { type: Type.Attachment, name: 'file', description: 'From /watch export', required: true },
  ]),
  sub('quiet', 'When not to tell you; nothing given: never', [time('from'), time('to'), TIME_ZONE]),
  sub('my-shop', 'Sales, empty shops and undercutting of your own', [
    {
      type: Type.String,
      name: 'owner',
      description: 'Your name in the game',
      required: true,
      autocomplete: true,
      max_length: 100,
    },
  ]),
  sub('forget', 'Delete everything Crier keeps of you'),
];
