import { type Json, jsonOf } from '../json.ts';
import { componentTypes } from '../numbers.ts';
import { checkButton, checkSelect, isSelect, selectTypes } from './control-rules.ts';
import { checkImage } from './embed-rules.ts';
import type { Path, Problems } from './problems.ts';

const inContainer: readonly number[] = [
  componentTypes.row,
  componentTypes.section,
  componentTypes.text,
  componentTypes.gallery,
  componentTypes.file,
  componentTypes.separator,
];
const atTop: readonly number[] = [...inContainer, componentTypes.container];
const maxTextLength = 4_000;

/**
 * Checks a message's components. Classic ones: five rows of five buttons or one select. Components V2 (with the flag):
 * 40 components counted through every level, 4,000 characters of text. Custom ids are unique in a message.
 */
export function checkComponents(
  problems: Problems,
  value: unknown,
  { isV2, filenames }: { isV2: boolean; filenames: ReadonlySet<string> },
): void {
  const path = ['components'];
  const top = problems.list(path, value, { max: isV2 ? 40 : 5 });
  for (const [index, component] of top.entries()) {
    checkComponent(problems, [...path, index], jsonOf(component), isV2 ? atTop : [componentTypes.row], filenames);
  }
  const all = top.flatMap((component) => withDescendants(jsonOf(component)));
  if (isV2 && all.length > 40) problems.badLength(path, { max: 40 });
  const length = all.reduce((sum, component) => sum + textOf(component).length, 0);
  if (length > maxTextLength) {
    problems.add(path, 'COMPONENT_MAX_TOTAL_TEXT', `Text displays exceed ${maxTextLength} characters together.`);
  }
  checkCustomIds(problems, all);
}

function checkComponent(
  problems: Problems,
  path: Path,
  component: Json,
  allowed: readonly number[],
  filenames: ReadonlySet<string>,
): void {
  const type = component.type;
  if (typeof type !== 'number' || !allowed.includes(type)) {
    problems.badChoice([...path, 'type'], allowed);
    return;
  }
  const children = (field: string, among: readonly number[], bounds: { min: number; max: number }): void => {
    const list = problems.list([...path, field], component[field], { ...bounds, required: true });
    for (const [index, child] of list.entries()) {
      checkComponent(problems, [...path, field, index], jsonOf(child), among, filenames);
    }
  };
  if (type === componentTypes.row) checkRow(problems, path, component);
  else if (type === componentTypes.text) problems.text([...path, 'content'], component.content, { max: maxTextLength });
  else if (type === componentTypes.container) children('components', inContainer, { min: 1, max: 40 });
  else if (type === componentTypes.section) {
    children('components', [componentTypes.text], { min: 1, max: 3 });
    checkAccessory(problems, [...path, 'accessory'], jsonOf(component.accessory), filenames);
  } else if (type === componentTypes.gallery) {
    const items = problems.list([...path, 'items'], component.items, { min: 1, max: 10, required: true });
    for (const [index, item] of items.entries()) {
      checkImage(problems, [...path, 'items', index, 'media', 'url'], jsonOf(jsonOf(item).media).url ?? '', filenames);
    }
  } else if (type === componentTypes.file) {
    checkImage(problems, [...path, 'file', 'url'], jsonOf(component.file).url ?? '', filenames);
  }
}

function checkRow(problems: Problems, path: Path, row: Json): void {
  const controls = problems.list([...path, 'components'], row.components, { min: 1, max: 5, required: true });
  for (const [index, each] of controls.entries()) {
    const control = jsonOf(each);
    const at = [...path, 'components', index];
    if (control.type === componentTypes.button) checkButton(problems, at, control);
    else if (isSelect(control)) checkSelect(problems, at, control);
    else problems.badChoice([...at, 'type'], [componentTypes.button, ...selectTypes]);
  }
  if (controls.length > 1 && controls.some((control) => isSelect(jsonOf(control)))) {
    problems.add(
      [...path, 'components'],
      'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
      'The specified component exceeds the maximum width',
    );
  }
}

function checkAccessory(problems: Problems, path: Path, accessory: Json, filenames: ReadonlySet<string>): void {
  if (accessory.type === componentTypes.button) checkButton(problems, path, accessory);
  else if (accessory.type === componentTypes.thumbnail) {
    checkImage(problems, [...path, 'media', 'url'], jsonOf(accessory.media).url ?? '', filenames);
  } else problems.badChoice([...path, 'type'], [componentTypes.button, componentTypes.thumbnail]);
}

function checkCustomIds(problems: Problems, components: readonly Json[]): void {
  const ids = components.map((component) => component.custom_id).filter((id) => typeof id === 'string');
  for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index))) {
    problems.add(['components'], 'COMPONENT_CUSTOM_ID_DUPLICATED', `Component custom id "${id}" cannot be duplicated`);
  }
}

/** A component and all below it, depth first. */
export function withDescendants(component: Json): Json[] {
  const below = Array.isArray(component.components) ? component.components : [];
  const beside = [component.accessory, component.component].filter((each) => each != null);
  return [component, ...[...below, ...beside].flatMap((child) => withDescendants(jsonOf(child)))];
}

/** The text of a Components V2 text display; empty for any other component. */
export function textOf(component: Json): string {
  return component.type === componentTypes.text && typeof component.content === 'string' ? component.content : '';
}
