import type { Json } from '../protocol.ts';
import { h } from './dom.ts';
import { emojiOf } from './emoji.ts';
import { listOf, textOf } from './json.ts';

export type Choose = (customId: string, values: readonly string[]) => void;

/** A menu that opens into boxes to tick; what is ticked is sent with its button once it is neither too few nor too many. */
export function multiSelectElement(menu: Json, least: number, most: number, choose: Choose): HTMLElement {
  const customId = textOf(menu, 'custom_id');
  const options = listOf(menu, 'options').map(optionElement);
  const done = h('button', { type: 'button', class: 'button is-primary', 'data-test': 'menu-done' });
  const placeholder = textOf(menu, 'placeholder') || 'Make a selection';
  const summary = h('summary', { class: 'menu', 'data-key': customId, 'data-test': 'menu' }, placeholder);
  if (menu.disabled === true) return h('div', { class: 'menu is-disabled' }, placeholder);

  const ticked = () => options.filter(({ box }) => box.checked).map(({ box }) => box.value);
  const follow = () => {
    const { length } = ticked();
    done.disabled = length < least || length > most;
    done.textContent = length > 0 ? `Choose ${length}` : least > 0 ? 'Choose' : 'Choose none';
    for (const { box } of options) box.disabled = most > 1 && length >= most && !box.checked;
  };
  for (const { box } of options) {
    box.addEventListener('change', () => {
      if (most === 1 && box.checked) for (const { box: other } of options) other.checked = other === box;
      follow();
    });
  }
  follow();
  const hint = least === most ? `Exactly ${most}` : `${least > 0 ? `${least} to ` : 'Up to '}${most}`;
  const element = h(
    'details',
    { class: 'menu-boxes' },
    summary,
    h(
      'div',
      { class: 'menu-list', role: 'group', 'aria-label': placeholder },
      ...options.map(({ row }) => row),
      h('div', { class: 'menu-foot' }, h('small', {}, hint), done),
    ),
  );
  done.addEventListener('click', () => {
    element.open = false;
    choose(customId, ticked());
  });
  return element;
}

function optionElement(option: Json): { box: HTMLInputElement; row: HTMLElement } {
  const box = h('input', { type: 'checkbox', value: textOf(option, 'value'), checked: option.default === true });
  const description = textOf(option, 'description');
  const words = h(
    'span',
    {},
    emojiOf(option) + textOf(option, 'label'),
    description !== '' && h('small', {}, description),
  );
  return { box, row: h('label', { class: 'menu-option' }, box, words) };
}
