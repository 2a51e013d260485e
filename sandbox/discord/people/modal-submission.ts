import { type Json, jsonOf, jsonsOf } from '../json.ts';
import { componentTypes } from '../numbers.ts';
import { withDescendants } from '../rules/component-rules.ts';
import type { ValueContext } from './call-values.ts';
import { chosenBefore, menuChoice } from './menu-choice.ts';
import { Refusal } from './refusal.ts';

export type ModalValues = Readonly<Record<string, string | readonly string[]>>;

/**
 * Builds the `data` of a modal's submission.
 * @throws Refusal for an unknown input, a required one left empty, or a length out of bounds
 */
export function modalSubmission(modal: Json, values: ModalValues, context: ValueContext): Json {
  const components = jsonsOf(modal.components);
  const ids = components.flatMap(withDescendants).map((component) => component.custom_id);
  const unknown = Object.keys(values).find((id) => !ids.includes(id));
  if (unknown !== undefined) throw new Refusal(`the modal has no input "${unknown}"`);
  const filledIn = components.map((component) => filled(component, values, context));
  return { custom_id: modal.custom_id, components: filledIn, resolved: context.resolved };
}

function filled(component: Json, values: ModalValues, context: ValueContext): Json {
  const { type, id = 0 } = component;
  const fill = (input: Json) => filledInput(input, values[String(input.custom_id)], context);
  if (type === componentTypes.label) return { type, id, component: fill(jsonOf(component.component)) };
  if (type !== componentTypes.row) return { type, id };
  return { type, id, components: jsonsOf(component.components).map(fill) };
}

function filledInput(input: Json, given: ModalValues[string] | undefined, context: ValueContext): Json {
  const { type, id = 0, custom_id } = input;
  if (type !== componentTypes.textInput) return { type, id, custom_id, values: filledMenu(input, given, context) };
  const value = typeof given === 'string' ? given : String(input.value ?? '');
  const { min_length: least = 0, max_length: most = 4_000 } = input as { min_length?: number; max_length?: number };
  const isLeftOut = value === '' && input.required === false;
  if (!isLeftOut && (value === '' || value.length < least || value.length > most)) {
    throw new Refusal(`the input "${String(custom_id)}" does not take ${JSON.stringify(value)}`);
  }
  return { type, id, custom_id, value };
}

/** Returns the values of a menu in a modal. A menu that is not required may stay empty, whatever its bounds. */
function filledMenu(menu: Json, given: ModalValues[string] | undefined, context: ValueContext): readonly string[] {
  const chosen = typeof given === 'string' ? [given] : (given ?? chosenBefore(menu));
  return chosen.length === 0 && menu.required === false ? [] : menuChoice(menu, chosen, context);
}
