import { type APIButtonComponentWithCustomId, ButtonStyle, ComponentType } from 'discord.js';

type Style = 'main' | 'usual' | 'danger';

const STYLES = { main: ButtonStyle.Primary, usual: ButtonStyle.Secondary, danger: ButtonStyle.Danger } as const;

/** A button. `id`: `command:action:argument`, at most 100 characters; `label`: at most 80. */
export function button(
  label: string,
  id: string,
  { style = 'usual', disabled = false }: { readonly style?: Style; readonly disabled?: boolean } = {},
): APIButtonComponentWithCustomId {
  return { type: ComponentType.Button, style: STYLES[style], label, custom_id: id, ...(disabled && { disabled }) };
}
