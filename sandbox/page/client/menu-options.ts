import type { Json } from '../protocol.ts';
import { type Child, h } from './dom.ts';
import { emojiOf } from './emoji.ts';
import { listOf, textOf } from './json.ts';
import type { Names } from './names.ts';

/** One option of a menu. */
export interface MenuOption {
  readonly value: string;
  readonly label: string;
  readonly description: string;
  readonly isChosen: boolean;
  /** Drawn for each use, because an element stands in one place only. */
  emoji(): readonly Child[];
}

const KINDS = { text: 3, user: 5, role: 6, mentionable: 7, channel: 8 } as const;
const MENUS: readonly unknown[] = Object.values(KINDS);

export function isMenu({ type }: Json): boolean {
  return MENUS.includes(type);
}

/** Options of a menu: its own, or the people and channels that exist. Nobody here has a role. */
export function menuOptions(menu: Json, names: Names): readonly MenuOption[] {
  if (menu.type === KINDS.text) return listOf(menu, 'options').map(ownOption);
  const chosen = listOf(menu, 'default_values').map(({ id }) => id);
  const option = (value: string, label: string): MenuOption => {
    return { value, label, description: '', isChosen: chosen.includes(value), emoji: () => [] };
  };
  if (menu.type === KINDS.channel) {
    const types = Array.isArray(menu.channel_types) ? menu.channel_types : [];
    const channels = names.channels.filter(({ type }) => types.length === 0 || types.includes(type));
    return channels.map(({ name, value }) => option(value, `# ${name}`));
  }
  return menu.type === KINDS.role ? [] : names.people.map(({ name, value }) => option(value, `@${name}`));
}

function ownOption(json: Json): MenuOption {
  return {
    value: textOf(json, 'value'),
    label: textOf(json, 'label'),
    description: textOf(json, 'description'),
    isChosen: json.default === true,
    emoji: () => emojiOf(json),
  };
}

/** Draws an option as its menu shows it. */
export function optionWords(option: MenuOption): HTMLElement {
  const { label, description } = option;
  return h('span', {}, ...option.emoji(), label, description !== '' && h('small', {}, description));
}
