import type { Json } from '../protocol.ts';
import { h } from './dom.ts';
import { emojiOf } from './emoji.ts';
import { listOf, numberOf, textOf } from './json.ts';
import { type Choose, multiSelectElement } from './multi-select.ts';

/** A string select: the browser's own menu for one choice; boxes to tick where several, or none, may be chosen. */
export function selectElement(menu: Json, choose: Choose): HTMLElement {
  const [least, most] = [numberOf(menu, 'min_values') ?? 1, numberOf(menu, 'max_values') ?? 1];
  return least === 1 && most === 1 ? singleSelect(menu, choose) : multiSelectElement(menu, least, most, choose);
}

function singleSelect(menu: Json, choose: Choose): HTMLElement {
  const customId = textOf(menu, 'custom_id');
  const options = listOf(menu, 'options').map((option) => {
    const description = textOf(option, 'description');
    const label = emojiOf(option) + textOf(option, 'label') + (description && ` · ${description}`);
    return h('option', { value: textOf(option, 'value'), selected: option.default === true }, label);
  });
  const placeholder = textOf(menu, 'placeholder') || 'Make a selection';
  const hasDefault = listOf(menu, 'options').some((option) => option.default === true);
  const element = h(
    'select',
    {
      class: 'menu',
      'data-key': customId,
      'data-test': 'menu',
      'aria-label': placeholder,
      disabled: menu.disabled === true,
    },
    h('option', { value: '', disabled: true, selected: !hasDefault, hidden: true }, placeholder),
    ...options,
  );
  element.addEventListener('change', () => choose(customId, [element.value]));
  return element;
}
