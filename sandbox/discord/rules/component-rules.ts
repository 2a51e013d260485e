import { type Json, jsonOf } from '../json.ts';
import { componentTypes } from '../numbers.ts';
import { checkLayout, classicLayout, layoutV2, maxTextLength } from './layout-rules.ts';
import type { References } from './media-rules.ts';
import type { Problems } from './problems.ts';

/**
 * Checks a message's components. Classic ones: five rows of five buttons or one select. Components V2 (with the flag):
 * 40 components over all levels, 4,000 characters of text. Ids and custom ids are unique in a message.
 */
export function checkComponents(
  problems: Problems,
  value: unknown,
  { isV2, references }: { isV2: boolean; references: References },
): void {
  const path = ['components'];
  const top = problems.list(path, value, { max: isV2 ? 40 : 5 });
  const among = isV2 ? layoutV2 : classicLayout;
  for (const [index, component] of top.entries()) {
    checkLayout(problems, [...path, index], jsonOf(component), { among, references });
  }
  const all = top.flatMap((component) => withDescendants(jsonOf(component)));
  if (isV2 && all.length > 40) problems.badLength(path, { max: 40 });
  const length = all.reduce((sum, component) => sum + textOf(component).length, 0);
  if (length > maxTextLength) {
    problems.add(path, 'COMPONENT_MAX_TOTAL_TEXT', `Text displays exceed ${maxTextLength} characters together.`);
  }
  for (const id of repeated(all.map((component) => component.custom_id))) {
    problems.add(path, 'COMPONENT_CUSTOM_ID_DUPLICATED', `Component custom id "${id}" cannot be duplicated`);
  }
  for (const id of repeated(all.map((component) => component.id || null))) {
    problems.add(path, 'COMPONENT_ID_DUPLICATED', `Component id ${id} cannot be duplicated`);
  }
}

/** Returns the ids that occur more than once. */
function repeated(ids: readonly unknown[]): Set<unknown> {
  return new Set(ids.filter((id, index) => id !== undefined && id !== null && ids.indexOf(id) !== index));
}

/** Returns a component and its descendants, depth first. */
export function withDescendants(component: Json): Json[] {
  const below = Array.isArray(component.components) ? component.components : [];
  const attached = [component.accessory, component.component].filter((each) => each != null);
  return [component, ...[...below, ...attached].flatMap((child) => withDescendants(jsonOf(child)))];
}

/** Returns the text of a Components V2 text display, or an empty string for any other component. */
export function textOf(component: Json): string {
  return component.type === componentTypes.text && typeof component.content === 'string' ? component.content : '';
}
