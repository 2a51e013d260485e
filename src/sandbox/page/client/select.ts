import type { Json } from '../protocol.ts';
import { h } from './dom.ts';
import { emojiOf } from './emoji.ts';
import { listOf, numberOf, textOf } from './json.ts';

/** A string select as the browser's own menu; several values where Discord allows several. */
export function selectElement(menu: Json, choose: (customId: string, values: readonly string[]) => void): HTMLElement {
  const customId = textOf(menu, 'custom_id');
  const isMultiple = (numberOf(menu, 'max_values') ?? 1) > 1;
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
      'aria-label': placeholder,
      multiple: isMultiple,
      disabled: menu.disabled === true,
    },
    !isMultiple && h('option', { value: '', disabled: true, selected: !hasDefault, hidden: true }, placeholder),
    ...options,
  );
  element.addEventListener('change', () =>
    choose(
      customId,
      [...element.selectedOptions].map(({ value }) => value),
    ),
  );
  return element;
}
