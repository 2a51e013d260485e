import type { Json } from '../protocol.ts';
import { type Child, fill, h } from './dom.ts';
import { numberOf, textOf } from './json.ts';
import { type MenuOption, menuOptions, optionWords } from './menu-options.ts';
import { multiMenu } from './multi-menu.ts';
import type { Names } from './names.ts';

export type Choose = (customId: string, values: readonly string[]) => void;

/**
 * A menu of texts, people or channels. With `isInForm` it stands in a modal, and every change counts at once. In a
 * message a button sends several choices.
 */
export function menuElement(menu: Json, names: Names, choose: Choose, isInForm = false): HTMLElement {
  const placeholder = textOf(menu, 'placeholder') || 'Make a selection';
  if (menu.disabled === true) return h('div', { class: 'menu is-disabled' }, placeholder);
  const options = menuOptions(menu, names);
  const customId = textOf(menu, 'custom_id');
  const send = (values: readonly string[]) => choose(customId, values);
  const least = menu.required === false ? 0 : (numberOf(menu, 'min_values') ?? 1);
  const most = numberOf(menu, 'max_values') ?? 1;
  const label = h('span', { class: 'menu-chosen' }, placeholder);
  const summary = h('summary', { class: 'menu', 'data-key': customId, 'data-test': 'menu' }, label);
  const element = h('details', { class: 'menu-boxes' }, summary);
  const show = (chosen: readonly MenuOption[]) => fill(label, ...(chosen.length > 0 ? labelOf(chosen) : [placeholder]));
  const before = options.filter(({ isChosen }) => isChosen);
  show(before);
  if (isInForm) send(before.map(({ value }) => value));
  const close = () => {
    element.open = false;
  };
  const list =
    least === 1 && most === 1
      ? singleMenu(options, (option) => [show([option]), close(), send([option.value])])
      : multiMenu(options, { least, most, isInForm, show, send, close });
  list.setAttribute('aria-label', placeholder);
  element.append(list);
  return element;
}

/** A menu for one choice, taken by pressing it. */
function singleMenu(options: readonly MenuOption[], pick: (option: MenuOption) => void): HTMLElement {
  const row = (option: MenuOption) =>
    h('button', { type: 'button', class: 'menu-option', onclick: () => pick(option) }, optionWords(option));
  return h('div', { class: 'menu-list', role: 'group' }, ...options.map(row));
}

function labelOf(chosen: readonly MenuOption[]): readonly Child[] {
  return chosen.flatMap((option, i) => [i > 0 && ', ', ...option.emoji(), option.label]);
}
