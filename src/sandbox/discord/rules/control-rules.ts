import { isJson, type Json, jsonOf } from '../json.ts';
import { componentTypes } from '../numbers.ts';
import { isSnowflake } from '../snowflake.ts';
import type { Path, Problems } from './problems.ts';

const linkStyle = 5;
export const selectTypes: readonly number[] = [
  componentTypes.stringSelect,
  componentTypes.userSelect,
  componentTypes.roleSelect,
  componentTypes.mentionableSelect,
  componentTypes.channelSelect,
];

export function isSelect(component: Json): boolean {
  return selectTypes.some((type) => type === component.type);
}

/** A button: label or emoji; a link has an address and no custom id, every other a custom id and no address. */
export function checkButton(problems: Problems, path: Path, button: Json): void {
  const style = problems.integer([...path, 'style'], button.style, { min: 1, max: linkStyle });
  problems.text([...path, 'label'], button.label, { max: 80, required: !isJson(button.emoji) });
  checkEmoji(problems, [...path, 'emoji'], button.emoji);
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

/** A select menu: 1 to 25 options with distinct values for a string select, bounds that can be met. */
export function checkSelect(problems: Problems, path: Path, select: Json): void {
  problems.text([...path, 'custom_id'], select.custom_id, { max: 100 });
  problems.text([...path, 'placeholder'], select.placeholder, { min: 0, max: 150, required: false });
  const least = problems.integer([...path, 'min_values'], select.min_values, { max: 25, required: false }) ?? 1;
  const most = problems.integer([...path, 'max_values'], select.max_values, { min: 1, max: 25, required: false }) ?? 1;
  if (least > most) problems.add([...path, 'min_values'], 'NUMBER_TYPE_MAX', `int value should be at most ${most}.`);
  if (select.type === componentTypes.stringSelect)
    checkSelectOptions(problems, [...path, 'options'], select.options, most);
}

function checkSelectOptions(problems: Problems, path: Path, value: unknown, most: number): void {
  const options = problems.list(path, value, { min: 1, max: 25, required: true });
  const seen = new Set<unknown>();
  for (const [index, each] of options.entries()) {
    const option = jsonOf(each);
    problems.text([...path, index, 'label'], option.label, { max: 100 });
    problems.text([...path, index, 'value'], option.value, { max: 100 });
    problems.text([...path, index, 'description'], option.description, { min: 0, max: 100, required: false });
    checkEmoji(problems, [...path, index, 'emoji'], option.emoji);
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

function checkEmoji(problems: Problems, path: Path, value: unknown): void {
  if (value == null) return;
  const { id, name } = jsonOf(value);
  const isUnicode = id == null && typeof name === 'string' && /\p{Emoji}/u.test(name) && !/^[\w#*]+$/.test(name);
  if (!isUnicode && !isSnowflake(id))
    problems.add([...path, 'name'], 'BUTTON_COMPONENT_INVALID_EMOJI', 'Invalid emoji');
}

function exclusive(problems: Problems, path: Path): void {
  problems.add(path, 'BUTTON_COMPONENT_CUSTOM_ID_URL_EXCLUSIVE', 'A custom id and url cannot both be specified');
}
