import { h } from './dom.ts';
import { type MenuOption, optionWords } from './menu-options.ts';

interface MultiMenu {
  readonly least: number;
  readonly most: number;
  readonly isInForm: boolean;
  /** Shows the choices on the closed menu. */
  show(chosen: readonly MenuOption[]): void;
  send(values: readonly string[]): void;
  close(): void;
}

/** Boxes to tick. They are sent once their number is within the menu's bounds. */
export function multiMenu(options: readonly MenuOption[], menu: MultiMenu): HTMLElement {
  const { least, most, isInForm } = menu;
  const rows = options.map((option) => {
    const box = h('input', { type: 'checkbox', value: option.value, checked: option.isChosen });
    return { option, box, row: h('label', { class: 'menu-option' }, box, optionWords(option)) };
  });
  const done = h('button', { type: 'button', class: 'button is-primary', 'data-test': 'menu-done' });
  const ticked = () => rows.filter(({ box }) => box.checked).map(({ option }) => option);
  const values = () => ticked().map(({ value }) => value);

  function follow(): void {
    const { length } = ticked();
    done.disabled = length < least || length > most;
    done.textContent = length > 0 ? `Choose ${length}` : least > 0 ? 'Choose' : 'Choose none';
    for (const { box } of rows) box.disabled = most > 1 && length >= most && !box.checked;
    menu.show(ticked());
    if (isInForm) menu.send(values());
  }

  for (const { box } of rows) {
    box.addEventListener('change', () => {
      if (most === 1 && box.checked) for (const { box: other } of rows) other.checked = other === box;
      follow();
    });
  }
  done.addEventListener('click', () => {
    menu.close();
    menu.send(values());
  });
  follow();
  const hint = least === most ? `Exactly ${most}` : `${least > 0 ? `${least} to ` : 'Up to '}${most}`;
  const foot = h('div', { class: 'menu-foot' }, h('small', {}, hint), !isInForm && done);
  return h('div', { class: 'menu-list', role: 'group' }, ...rows.map(({ row }) => row), foot);
}
