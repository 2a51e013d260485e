import { type CommandInput, openOptionsOf, optionOf, suggestionsWanted } from './command-input-state.ts';
import type { Choice, Line, Option } from './command-lines.ts';

/** One row of the list above the input. */
export type Entry =
  | { readonly kind: 'line'; readonly label: string; readonly hint: string; readonly line: Line }
  | { readonly kind: 'root'; readonly label: string; readonly hint: string }
  | { readonly kind: 'option'; readonly label: string; readonly hint: string; readonly option: Option }
  | { readonly kind: 'choice'; readonly label: string; readonly hint: string; readonly choice: Choice };

const TRUTHS: readonly Choice[] = [
  { name: 'True', value: true },
  { name: 'False', value: false },
];

/** Entries of the list: commands, then subcommands, then options and their choices. */
export function entriesOf(input: CommandInput): readonly Entry[] {
  if (!input.line) return input.text.startsWith('/') ? commandEntries(input) : [];
  const option = optionOf(input, input.focused);
  if (option)
    return choicesOf(input, option).map((choice) => ({ kind: 'choice', label: choice.name, hint: '', choice }));
  return openOptionsOf(input)
    .filter(({ name }) => name.includes(input.text.toLowerCase().replace(/:$/, '')))
    .map((one) => ({ kind: 'option', label: one.name, hint: one.description, option: one }));
}

/** An answer to an earlier text stays visible until the right one comes, but Enter picks none of it. */
export function isStale(input: CommandInput): boolean {
  const wanted = suggestionsWanted(input);
  return wanted !== null && input.suggested?.key !== wanted.key;
}

function choicesOf(input: CommandInput, option: Option): readonly Choice[] {
  if (option.autocomplete) return input.suggested?.choices ?? [];
  const channels = input.channels.filter(
    ({ type }) => option.channelTypes.length === 0 || option.channelTypes.includes(type),
  );
  const all = { boolean: TRUTHS, channel: channels, person: input.people }[option.type as string] ?? option.choices;
  const text = input.text.toLowerCase().replace(/^[#@]/, '');
  return all.filter(({ name }) => name.toLowerCase().includes(text));
}

function commandEntries(input: CommandInput): readonly Entry[] {
  const text = input.text.toLowerCase().trimStart();
  const roots = Map.groupBy(input.lines, ({ line }) => line.split(' ')[0] ?? line);
  const entries = [...roots].flatMap(([root, lines]): Entry[] => {
    const [only] = lines;
    if (only && lines.length === 1 && only.line === root) return only.line.startsWith(text) ? [lineEntry(only)] : [];
    const names = lines.map(({ line }) => line.slice(root.length + 1)).join(', ');
    if (text.startsWith(`${root} `)) return lines.filter(({ line }) => line.startsWith(text)).map(lineEntry);
    return root.startsWith(text) ? [{ kind: 'root', label: root, hint: names }] : [];
  });
  if (entries.length > 0) return entries;
  return input.lines.filter(({ line }) => line.includes(text.slice(1).trim())).map(lineEntry);
}

function lineEntry(line: Line): Entry {
  return { kind: 'line', label: line.line, hint: line.description, line };
}
