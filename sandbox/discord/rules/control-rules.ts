import { isJson, type Json, jsonOf } from '../json.ts';
import { componentTypes } from '../numbers.ts';
import { isSnowflake } from '../snowflake.ts';
import { channelTypes } from '../world/entities.ts';
import type { References } from './media-rules.ts';
import type { Path, Problems } from './problems.ts';

const linkStyle = 5;
export const selectTypes: readonly number[] = [
  componentTypes.stringSelect,
  componentTypes.userSelect,
  componentTypes.roleSelect,
  componentTypes.mentionableSelect,
  componentTypes.channelSelect,
];

/** Types of the default values that each select type accepts. */
const kindsOfValues: Readonly<Record<number, readonly string[]>> = {
  [componentTypes.userSelect]: ['user'],
  [componentTypes.roleSelect]: ['role'],
  [componentTypes.mentionableSelect]: ['user', 'role'],
  [componentTypes.channelSelect]: ['channel'],
};
const knownChannelTypes = Object.values(channelTypes);

export function isSelect(component: Json): boolean {
  return selectTypes.some((type) => type === component.type);
}

/**
 * Checks a button. It needs a label or an emoji; a link has a URL and no custom id, every other button a custom id and
 * no URL.
 */
export function checkButton(problems: Problems, path: Path, button: Json, references: References): void {
  const style = problems.integer([...path, 'style'], button.style, { min: 1, max: linkStyle });
  problems.text([...path, 'label'], button.label, { max: 80, required: !isJson(button.emoji) });
  checkEmoji(problems, [...path, 'emoji'], button.emoji, references);
  if (style === linkStyle) {
    if (button.url == null) problems.missing([...path, 'url']);
    if (typeof button.url === 'string' && button.url.length > 512) problems.badLength([...path, 'url'], { max: 512 });
    problems.url([...path, 'url'], button.url, ['http:', 'https:', 'discord:']);
    if (button.custom_id != null) exclusive(problems, path);
    return;
  }
  problems.text([...path, 'custom_id'], button.custom_id, { max: 100 });
  if (button.url != null) exclusive(problems, path);
}

/** Checks a select menu: consistent bounds, and its options or default values. */
export function checkSelect(problems: Problems, path: Path, select: Json, references: References): void {
  problems.text([...path, 'custom_id'], select.custom_id, { max: 100 });
  problems.text([...path, 'placeholder'], select.placeholder, { min: 0, max: 150, required: false });
  const least = problems.integer([...path, 'min_values'], select.min_values, { max: 25, required: false }) ?? 1;
  const most = problems.integer([...path, 'max_values'], select.max_values, { min: 1, max: 25, required: false }) ?? 1;
  if (least > most) problems.add([...path, 'min_values'], 'NUMBER_TYPE_MAX', `int value should be at most ${most}.`);
  if (select.type === componentTypes.stringSelect)
    checkSelectOptions(problems, [...path, 'options'], select.options, { most, references });
  else checkEntitySelect(problems, path, select, { least, most });
}

/**
 * Checks a menu of users, roles or channels. It offers those of the guild, and only channels of `channel_types` if
 * given.
 */
function checkEntitySelect(
  problems: Problems,
  path: Path,
  { type, options, channel_types: kinds, default_values: chosen }: Json,
  { least, most }: { least: number; most: number },
): void {
  if (options != null) problems.add([...path, 'options'], 'BASE_TYPE_FORBIDDEN', 'Only menus of texts have options');
  if (kinds != null && type !== componentTypes.channelSelect)
    problems.add([...path, 'channel_types'], 'BASE_TYPE_FORBIDDEN', 'Only menus of channels have channel_types');
  for (const [index, kind] of problems.list([...path, 'channel_types'], kinds, { max: 25 }).entries()) {
    if (!knownChannelTypes.some((known) => known === kind))
      problems.badChoice([...path, 'channel_types', index], knownChannelTypes);
  }
  const defaults = problems.list([...path, 'default_values'], chosen, { max: 25 });
  if (defaults.length > 0 && (defaults.length < least || defaults.length > most))
    problems.badLength([...path, 'default_values'], { min: least, max: most });
  for (const [index, each] of defaults.entries()) {
    const { id, type: kind } = jsonOf(each);
    const among = kindsOfValues[Number(type)] ?? [];
    if (!isSnowflake(id))
      problems.add([...path, 'default_values', index, 'id'], 'NUMBER_TYPE_COERCE', `Value "${String(id)}" is no id.`);
    if (!among.some((known) => known === kind)) problems.badChoice([...path, 'default_values', index, 'type'], among);
  }
}

/** Checks for one to 25 options with distinct values. */
function checkSelectOptions(
  problems: Problems,
  path: Path,
  value: unknown,
  { most, references }: { most: number; references: References },
): void {
  const options = problems.list(path, value, { min: 1, max: 25, required: true });
  const seen = new Set<unknown>();
  for (const [index, each] of options.entries()) {
    const option = jsonOf(each);
    problems.text([...path, index, 'label'], option.label, { max: 100 });
    problems.text([...path, index, 'value'], option.value, { max: 100 });
    problems.text([...path, index, 'description'], option.description, { min: 0, max: 100, required: false });
    checkEmoji(problems, [...path, index, 'emoji'], option.emoji, references);
    if (seen.has(option.value)) {
      problems.add(
        [...path, index, 'value'],
        'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
        'Option value is already used',
      );
    }
    seen.add(option.value);
  }
  if (most > options.length) problems.badLength(path, { min: most, max: 25 });
  const chosen = options.filter((option) => jsonOf(option).default === true).length;
  if (chosen > most) {
    problems.add(path, 'SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES', 'The default values exceed max_values');
  }
}

/** Checks an emoji: a Unicode one, or one of the application's own. */
function checkEmoji(problems: Problems, path: Path, value: unknown, { emojis }: References): void {
  if (value == null) return;
  const { id, name } = jsonOf(value);
  const isUnicode = id == null && typeof name === 'string' && /\p{Emoji}/u.test(name) && !/^[\w#*]+$/.test(name);
  if (!isUnicode && !(isSnowflake(id) && emojis.has(id)))
    problems.add([...path, 'name'], 'BUTTON_COMPONENT_INVALID_EMOJI', 'Invalid emoji');
}

function exclusive(problems: Problems, path: Path): void {
  problems.add(path, 'BUTTON_COMPONENT_CUSTOM_ID_URL_EXCLUSIVE', 'A custom id and url cannot both be specified');
}
