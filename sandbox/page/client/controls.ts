import type { Json } from '../protocol.ts';
import { h } from './dom.ts';
import { emojiOf } from './emoji.ts';
import { listOf, textOf } from './json.ts';
import { menuElement } from './menu.ts';
import { isMenu } from './menu-options.ts';
import type { Names } from './names.ts';

/** Actions of a message's controls. */
export interface Presses {
  press(customId: string): void;
  select(customId: string, values: readonly string[]): void;
}

const BUTTON = 2;
const STYLES = ['secondary', 'primary', 'secondary', 'success', 'danger', 'link', 'primary'];

/** A row of buttons or a menu. */
export function actionRow(row: Json, names: Names, on: Presses): HTMLElement {
  const controls = listOf(row, 'components').map((control) => controlElement(control, names, on));
  return h('div', { class: 'action-row' }, ...controls);
}

/** A button or a menu. Anything else shows its name, so that nobody overlooks it. */
export function controlElement(control: Json, names: Names, on: Presses): HTMLElement {
  if (control.type === BUTTON) return buttonElement(control, on);
  if (isMenu(control)) return menuElement(control, names, (id, values) => on.select(id, values));
  return h('span', { class: 'unknown' }, `component of type ${String(control.type)}`);
}

function buttonElement(button: Json, on: Presses): HTMLElement {
  const inside = [...emojiOf(button), textOf(button, 'label')];
  const url = textOf(button, 'url');
  const shown = { class: `button is-${STYLES[Number(button.style)] ?? 'secondary'}` };
  if (/^https?:/.test(url))
    return h('a', { ...shown, href: url, target: '_blank', rel: 'noopener noreferrer' }, ...inside, ' ↗');
  const customId = textOf(button, 'custom_id');
  const onclick = () => on.press(customId);
  const disabled = button.disabled === true;
  return h('button', { ...shown, type: 'button', disabled, 'data-key': customId, onclick }, ...inside);
}
