import type { Command } from '../commands.ts';
import { type Json, jsonsOf } from '../json.ts';
import { optionTypes } from '../numbers.ts';
import { type OptionValue, sendableValue, type ValueContext } from './call-values.ts';
import { Refusal } from './refusal.ts';

export type OptionValues = Readonly<Record<string, OptionValue | undefined>>;

/** A subcommand of a command: its path and its options. */
interface Leaf {
  readonly steps: readonly Json[];
  readonly options: readonly Json[];
}

/**
 * Builds the `options` of a command interaction.
 * @param words the words after the command's name ("add" of "/feed add")
 * @throws Refusal for an unknown or incomplete path, an unknown option, a missing required one, or an invalid value
 */
export function callOptions(
  command: Command,
  words: readonly string[],
  values: OptionValues,
  context: ValueContext,
): Json[] {
  const leaf = findLeaf(command, words);
  const missing = leaf.options.find((option) => option.required === true && values[String(option.name)] === undefined);
  if (missing) throw new Refusal(`/${[command.name, ...words].join(' ')} needs the option "${String(missing.name)}"`);
  return nest(
    leaf,
    given(leaf, values).map(([option, value]) => entry(option, sendableValue(option, value, context))),
  );
}

/** Works as `callOptions` for autocomplete: no option is required yet, and the focused text is sent unchecked. */
export function typingOptions(
  command: Command,
  words: readonly string[],
  typing: { readonly focused: string; readonly text: string; readonly values: OptionValues },
  context: ValueContext,
): { options: Json[]; option: Json } {
  const leaf = findLeaf(command, words);
  const focused = leaf.options.find((option) => option.name === typing.focused);
  if (focused?.autocomplete !== true) throw new Refusal(`the option "${typing.focused}" has no autocomplete`);
  const others = given(leaf, { ...typing.values, [typing.focused]: undefined });
  const typed = others.filter(([option]) => option.type !== optionTypes.attachment); // uploaded with the command
  const filled = typed.map(([option, value]) => entry(option, sendableValue(option, value, context)));
  const options = nest(leaf, [...filled, { ...entry(focused, typing.text), focused: true }]);
  return { options, option: focused };
}

function findLeaf(command: Command, words: readonly string[]): Leaf {
  const steps: Json[] = [];
  let options = jsonsOf(command.options);
  for (const word of words) {
    const step = options.find((option) => option.name === word && isStep(option));
    if (!step) {
      const offered = options.filter(isStep).map((option) => option.name);
      throw new Refusal(`/${command.name} has no subcommand "${word}"; it has: ${offered.join(', ') || 'none'}`);
    }
    steps.push(step);
    options = jsonsOf(step.options);
  }
  if (options.some(isStep)) throw new Refusal(`/${[command.name, ...words].join(' ')} needs a subcommand`);
  return { steps, options };
}

function given(leaf: Leaf, values: OptionValues): [Json, OptionValue][] {
  const pairs: [Json, OptionValue][] = [];
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const option = leaf.options.find((each) => each.name === name);
    if (!option) {
      const offered = leaf.options.map((each) => each.name).join(', ') || 'none';
      throw new Refusal(`there is no option "${name}" here; there are: ${offered}`);
    }
    pairs.push([option, value]);
  }
  return pairs;
}

function entry(option: Json, value: string | number | boolean): Json {
  return { name: option.name, type: option.type, value };
}

function nest(leaf: Leaf, options: Json[]): Json[] {
  return leaf.steps.reduceRight((inner, step) => [{ name: step.name, type: step.type, options: inner }], options);
}

function isStep(option: Json): boolean {
  return option.type === optionTypes.subcommand || option.type === optionTypes.group;
}
