import { type Json, jsonOf, jsonsOf } from '../json.ts';
import { componentTypes } from '../numbers.ts';
import { withDescendants } from '../rules/component-rules.ts';
import { Refusal } from './refusal.ts';

export type ModalValues = Readonly<Record<string, string | readonly string[]>>;

/** The `data` of a modal's submission. @throws Refusal for an unknown input, a required one left empty, a length out of bounds */
export function modalSubmission(modal: Json, values: ModalValues): Json {
  const components = jsonsOf(modal.components);
  const ids = components.flatMap(withDescendants).map((component) => component.custom_id);
  const unknown = Object.keys(values).find((id) => !ids.includes(id));
  if (unknown !== undefined) throw new Refusal(`the modal has no input "${unknown}"`);
  return { custom_id: modal.custom_id, components: components.map((component) => filled(component, values)) };
}

function filled(component: Json, values: ModalValues): Json {
  const { type, id = 0 } = component;
  if (type === componentTypes.label) return { type, id, component: filledInput(jsonOf(component.component), values) };
  if (type !== componentTypes.row) return { type, id };
  return { type, id, components: jsonsOf(component.components).map((input) => filledInput(input, values)) };
}

function filledInput(input: Json, values: ModalValues): Json {
  const { type, id = 0, custom_id } = input;
  const given = values[String(custom_id)];
  if (type !== componentTypes.textInput) return { type, id, custom_id, values: given ?? [] };
  const value = typeof given === 'string' ? given : String(input.value ?? '');
  const { min_length: least = 0, max_length: most = 4_000 } = input as { min_length?: number; max_length?: number };
  const isLeftOut = value === '' && input.required === false;
  if (!isLeftOut && (value === '' || value.length < least || value.length > most)) {
    throw new Refusal(`the input "${String(custom_id)}" does not take ${JSON.stringify(value)}`);
  }
  return { type, id, custom_id, value };
}
