import type { Json } from '../protocol.ts';
import { type Child, h } from './dom.ts';
import { listOf, numberOf, partOf, textOf } from './json.ts';
import { markdownElements } from './markdown-elements.ts';
import { type Choose, menuElement } from './menu.ts';
import { isMenu } from './menu-options.ts';
import type { Names } from './names.ts';

/** Values of a modal's inputs by custom id: a text, or the choices of a menu. */
export type Given = Readonly<Record<string, string | readonly string[]>>;

const TEXT_DISPLAY = 10;
const LABEL = 18;
const TEXT_INPUT = 4;
const PARAGRAPH = 2;

/** A part of a modal: a text, a label with its input or menu, or a row with text inputs. */
export function modalPart(part: Json, names: Names, choose: Choose): readonly HTMLElement[] {
  if (part.type === TEXT_DISPLAY)
    return [h('div', { class: 'text-display' }, ...markdownElements(textOf(part, 'content'), names))];
  if (part.type !== LABEL)
    return listOf(part, 'components')
      .filter(({ type }) => type === TEXT_INPUT)
      .map((input) => h('label', {}, textOf(input, 'label'), inputElement(input)));
  const input = partOf(part, 'component') ?? {};
  const description = textOf(part, 'description');
  const words: Child[] = [
    h('b', {}, textOf(part, 'label'), input.required !== false && h('span', { class: 'required' }, ' *')),
    description !== '' && h('small', {}, description),
  ];
  // A label would pass every click on a menu to its first button.
  if (isMenu(input)) return [h('div', { class: 'labelled' }, ...words, menuElement(input, names, choose, true))];
  return [h('label', { class: 'labelled' }, ...words, inputElement(input))];
}

function inputElement(input: Json): HTMLElement {
  const attributes = {
    name: textOf(input, 'custom_id'),
    placeholder: textOf(input, 'placeholder'),
    required: input.required !== false,
    minlength: numberOf(input, 'min_length'),
    maxlength: numberOf(input, 'max_length'),
    autocomplete: 'off',
  };
  const value = textOf(input, 'value');
  if (input.style === PARAGRAPH) return h('textarea', { ...attributes, rows: 4 }, value);
  return h('input', { ...attributes, type: 'text', value });
}
