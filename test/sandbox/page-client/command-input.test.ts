import { expect, test } from 'vitest';
import { entriesOf } from '../../../sandbox/page/client/command-input-entries.ts';
import {
  type CommandInputEvent,
  type CommandInputKey,
  reduceCommandInput,
} from '../../../sandbox/page/client/command-input-reducer.ts';
import {
  type CommandInput,
  EMPTY_COMMAND_INPUT,
  suggestionsWanted,
} from '../../../sandbox/page/client/command-input-state.ts';
import { linesOf } from '../../../sandbox/page/client/command-lines.ts';

const COMMANDS = [
  {
    name: 'price',
    description: 'What it costs',
    options: [
      { type: 3, name: 'item', description: 'Which', required: true, autocomplete: true },
      { type: 4, name: 'days', description: 'How far back', min_value: 1, max_value: 90 },
      { type: 5, name: 'private', description: 'Only you' },
    ],
  },
  { name: 'feed', description: 'Feeds', options: [{ type: 1, name: 'list', description: 'All' }] },
  {
    name: 'import',
    description: 'Take watches over',
    options: [
      { type: 11, name: 'file', description: 'The file', required: true },
      { type: 7, name: 'channel', description: 'Where', channel_types: [0, 11] },
      { type: 3, name: 'zone', description: 'Time zone', autocomplete: true },
    ],
  },
];

const CHANNELS = [
  { name: 'market', value: '1', type: 0 },
  { name: 'deals', value: '2', type: 15 },
  { name: 'haggling', value: '3', type: 11 },
];
const FILE = { name: 'watches.json', type: 'application/json', base64: 'e30=' };

const OFFERED = reduceCommandInput(EMPTY_COMMAND_INPUT, {
  type: 'offered',
  lines: linesOf(COMMANDS, 'en-US'),
  channels: CHANNELS,
  people: [],
});

function after(...steps: readonly (CommandInputEvent | CommandInputKey | `"${string}`)[]): CommandInput {
  return steps.reduce((input, step) => {
    if (typeof step !== 'string') return reduceCommandInput(input, step);
    if (step.startsWith('"')) return reduceCommandInput(input, { type: 'typed', text: step.slice(1) });
    return reduceCommandInput(input, { type: 'key', key: step as CommandInputKey });
  }, OFFERED);
}

/** Applies the bot's suggestion for the current text. */
function suggested(input: CommandInput): CommandInput {
  const key = suggestionsWanted(input)?.key ?? '';
  return reduceCommandInput(input, {
    type: 'suggested',
    key,
    choices: [{ name: 'Slime Block', value: 'SLIME_BLOCK' }],
  });
}

test('a slash lists the commands, and typing filters them', () => {
  expect(entriesOf(after('"/')).map(({ label }) => label)).toEqual(['/price', '/feed', '/import']);
  expect(entriesOf(after('"/fe')).map(({ label }) => label)).toEqual(['/feed']);
  expect(entriesOf(after('"/feed ')).map(({ label }) => label)).toEqual(['/feed list']);
});

test('a command is filled in by keyboard: its name, a suggested item, an optional number', () => {
  const item = suggested(after('"/pri', 'Enter', '"slime'));
  const taken = reduceCommandInput(item, { type: 'key', key: 'Enter' });
  expect(taken.filled).toEqual([{ name: 'item', value: 'SLIME_BLOCK', label: 'Slime Block' }]);
  const days = reduceCommandInput(reduceCommandInput(taken, { type: 'typed', text: 'days:' }), {
    type: 'typed',
    text: '9',
  });
  const full = reduceCommandInput(days, { type: 'key', key: 'Enter' });
  const sent = reduceCommandInput(full, { type: 'key', key: 'Enter' });
  expect(sent.sending).toEqual({ line: '/price', values: { item: 'SLIME_BLOCK', days: 9 } });
});

test('a number outside its bounds is refused as Discord refuses it', () => {
  const item = reduceCommandInput(suggested(after('"/pri', 'Enter', '"slime')), { type: 'key', key: 'Enter' });
  const typed = reduceCommandInput(reduceCommandInput(item, { type: 'typed', text: 'days:' }), {
    type: 'typed',
    text: '91',
  });
  const refused = reduceCommandInput(typed, { type: 'key', key: 'Enter' });
  expect(refused.error).toBe('"days" must be 90 or less.');
  expect(refused.sending).toBeNull();
});

test('a required option cannot be omitted', () => {
  expect(after('"/pri', 'Enter', 'Enter').error).toBe('"item" is required.');
});

test('a file is selected, shown by its name, and sent', () => {
  const asked = after('"/import', 'Enter');
  expect(asked.focused).toBe('file');
  expect(reduceCommandInput(asked, { type: 'key', key: 'Enter' }).error).toBe('"file" is required.');
  const large = reduceCommandInput(asked, { type: 'unfit', why: 'Too large.' });
  const chosen = reduceCommandInput(large, { type: 'chosen', file: FILE });
  expect(chosen.filled).toEqual([{ name: 'file', value: FILE, label: 'watches.json' }]);
  expect(reduceCommandInput(chosen, { type: 'key', key: 'Enter' }).sending?.values).toEqual({ file: FILE });
  const again = reduceCommandInput(chosen, { type: 'reopened', name: 'file' });
  expect([again.focused, again.text, again.filled]).toEqual(['file', '', []]);
});

test('a request for suggestions never includes the file', () => {
  const chosen = reduceCommandInput(after('"/import', 'Enter'), { type: 'chosen', file: FILE });
  const typing = reduceCommandInput(reduceCommandInput(chosen, { type: 'typed', text: 'zone:' }), {
    type: 'typed',
    text: 'ber',
  });
  expect(suggestionsWanted(typing)).toMatchObject({ focused: 'zone', text: 'ber', values: {} });
});

test('a channel option offers only channels of its types', () => {
  const chosen = reduceCommandInput(after('"/import', 'Enter'), { type: 'chosen', file: FILE });
  const open = reduceCommandInput(chosen, { type: 'typed', text: 'channel:' });
  expect(entriesOf(open).map(({ label }) => label)).toEqual(['market', 'haggling']);
});

test('suggestions for an earlier text are ignored', () => {
  const early = after('"/pri', 'Enter', '"sl');
  const key = suggestionsWanted(early)?.key ?? '';
  const later = reduceCommandInput(early, { type: 'typed', text: 'slime' });
  expect(reduceCommandInput(later, { type: 'suggested', key, choices: [{ name: 'Slate', value: 'SLATE' }] })).toBe(
    later,
  );
});

test('Backspace steps back, and Escape closes the input', () => {
  const item = reduceCommandInput(suggested(after('"/pri', 'Enter', '"slime')), { type: 'key', key: 'Enter' });
  const back = reduceCommandInput(item, { type: 'key', key: 'Backspace' });
  expect(back.focused).toBe('item');
  expect(back.text).toBe('Slime Block');
  const left = ['Escape', 'Escape', 'Escape'].reduce(
    (input, key) => reduceCommandInput(input, { type: 'key', key: key as CommandInputKey }),
    back,
  );
  expect(left.line).toBeNull();
  expect(left.text).toBe('');
});

test('a refused command stays in the input, with the reason', () => {
  const sent = after('"/feed ', 'Enter', 'Enter');
  expect(sent.sending?.line).toBe('/feed list');
  const refused = reduceCommandInput(sent, { type: 'refused', error: 'The application did not respond' });
  expect(refused.error).toBe('The application did not respond');
  expect(refused.line?.line).toBe('/feed list');
});

test('a word without a slash is not a command', () => {
  expect(after('"hello', 'Enter').error).toContain('Type /');
});

test.each([
  ['/price item:SLIME_BLOCK days:7', 'type /price, press Enter, then the item.'],
  ['/Feed list private:True', 'type /feed list, press Enter.'],
])('a pasted command line is answered with the way to type it: %s', (pasted, how) => {
  expect(after(`"${pasted}`, 'Enter').error).toBe(`Options are filled in one after the other: ${how}`);
});

test('a word that begins like a command is not one', () => {
  expect(after('"/prices x', 'Enter').error).toBe('There is no command "/prices x".');
});

test('a mentioned command replaces the content of the input', () => {
  expect(after('"/price ', '"slime', { type: 'begun', line: '/feed list' })).toMatchObject({
    line: { line: '/feed list' },
    filled: [],
    text: '',
  });
});
