import type { Json } from '../protocol.ts';
import { h } from './dom.ts';
import { emojiOf } from './emoji.ts';
import { listOf, textOf } from './json.ts';
import { selectElement } from './select.ts';

/** What a message's controls do. */
export interface Presses {
  press(customId: string): void;
  select(customId: string, values: readonly string[]): void;
}

const BUTTON = 2;
const STRING_SELECT = 3;
const STYLES = ['secondary', 'primary', 'secondary', 'success', 'danger', 'link', 'primary'];

/** A row of buttons or a menu. */
export function actionRow(row: Json, on: Presses): HTMLElement {
  return h('div', { class: 'action-row' }, ...listOf(row, 'components').map((control) => controlElement(control, on)));
}

/** A button or a menu; anything else is named, so that it is not overlooked. */
export function controlElement(control: Json, on: Presses): HTMLElement {
  if (control.type === BUTTON) return buttonElement(control, on);
  if (control.type === STRING_SELECT) return selectElement(control, (id, values) => on.select(id, values));
  return h('span', { class: 'unknown' }, `component of type ${String(control.type)}`);
}

function buttonElement(button: Json, on: Presses): HTMLElement {
  const text = emojiOf(button) + textOf(button, 'label');
  const style = STYLES[Number(button.style)] ?? 'secondary';
  const url = textOf(button, 'url');
  const shown = { class: `button is-${style}` };
  if (/^https?:/.test(url))
    return h('a', { ...shown, href: url, target: '_blank', rel: 'noopener noreferrer' }, `${text} ↗`);
  const customId = textOf(button, 'custom_id');
  return h(
    'button',
    {
      ...shown,
      type: 'button',
      disabled: button.disabled === true,
      'data-key': customId,
      onclick: () => on.press(customId),
    },
    text,
  );
}
