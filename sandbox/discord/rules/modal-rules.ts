import { type Json, jsonOf } from '../json.ts';
import { componentTypes } from '../numbers.ts';
import { withDescendants } from './component-rules.ts';
import { checkSelect, isSelect, selectTypes } from './control-rules.ts';
import type { References } from './media-rules.ts';
import { type Path, Problems } from './problems.ts';

/**
 * Checks a modal: title, custom id, one to five labelled inputs.
 * @throws ApiError with the error tree
 */
export function checkModal(body: Json, emojis: References['emojis']): void {
  const problems = new Problems();
  const references = { filenames: new Set<string>(), emojis };
  const path: Path = ['data'];
  problems.text([...path, 'custom_id'], body.custom_id, { max: 100 });
  problems.text([...path, 'title'], body.title, { max: 45 });
  const list = problems.list([...path, 'components'], body.components, { min: 1, max: 5, required: true });
  const seen = new Set<unknown>();
  for (const [index, each] of list.entries()) {
    const component = jsonOf(each);
    const at = [...path, 'components', index];
    checkField(problems, at, component, references);
    for (const input of withDescendants(component).filter((part) => part.custom_id != null)) {
      if (seen.has(input.custom_id))
        problems.add(at, 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated');
      seen.add(input.custom_id);
    }
  }
  problems.throwIfAny();
}

function checkField(problems: Problems, path: Path, component: Json, references: References): void {
  if (component.type === componentTypes.label) {
    problems.text([...path, 'label'], component.label, { max: 45 });
    problems.text([...path, 'description'], component.description, { min: 0, max: 100, required: false });
    checkInput(problems, [...path, 'component'], jsonOf(component.component), references);
  } else if (component.type === componentTypes.row) {
    const inputs = problems.list([...path, 'components'], component.components, { min: 1, max: 1, required: true });
    for (const [index, input] of inputs.entries())
      checkInput(problems, [...path, 'components', index], jsonOf(input), null);
  } else if (component.type === componentTypes.text) {
    problems.text([...path, 'content'], component.content, { max: 4_000 });
  } else problems.badChoice([...path, 'type'], [componentTypes.row, componentTypes.text, componentTypes.label]);
}

/**
 * Checks a text input or, inside a label, a menu.
 * @param labelled targets that the menu's options may refer to, or null outside a label
 */
function checkInput(problems: Problems, path: Path, input: Json, labelled: References | null): void {
  if (input.disabled === true)
    problems.add([...path, 'disabled'], 'MODAL_COMPONENT_DISABLED', 'Nothing in a modal can be disabled');
  if (isSelect(input) && labelled) {
    checkSelect(problems, path, input, labelled);
    return;
  }
  if (input.type !== componentTypes.textInput) {
    problems.badChoice(
      [...path, 'type'],
      [...selectTypes, componentTypes.textInput].sort((a, b) => a - b),
    );
    return;
  }
  problems.text([...path, 'custom_id'], input.custom_id, { max: 100 });
  problems.integer([...path, 'style'], input.style, { min: 1, max: 2 });
  problems.text([...path, 'label'], input.label, { max: 45, required: labelled === null });
  problems.text([...path, 'placeholder'], input.placeholder, { min: 0, max: 100, required: false });
  problems.text([...path, 'value'], input.value, { min: 0, max: 4_000, required: false });
  problems.integer([...path, 'min_length'], input.min_length, { max: 4_000, required: false });
  problems.integer([...path, 'max_length'], input.max_length, { min: 1, max: 4_000, required: false });
}
