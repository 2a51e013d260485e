import { type Json, jsonsOf } from '../json.ts';
import { componentTypes, optionTypes } from '../numbers.ts';
import { rolePayload } from '../world/payloads.ts';
import { sendableValue, type ValueContext } from './call-values.ts';
import { Refusal } from './refusal.ts';

/**
 * Returns the selected values of a menu in Discord's format and adds their users, roles and channels to `resolved`.
 * @param values labels of the menu's options, or ids
 * @throws Refusal if the menu does not offer a value, or takes fewer or more
 */
export function menuChoice(menu: Json, values: readonly string[], context: ValueContext): readonly string[] {
  const [least, most] = [Number(menu.min_values ?? 1), Number(menu.max_values ?? 1)];
  if (menu.type === componentTypes.stringSelect) checkOffered(menu, values);
  else for (const id of values) resolve(menu, id, context);
  if (values.length < least || values.length > most) {
    throw new Refusal(`"${String(menu.custom_id)}" takes ${least} to ${most} choices, not ${values.length}`);
  }
  return values;
}

/** Returns the default values of a menu. */
export function chosenBefore(menu: Json): string[] {
  const marked = jsonsOf(menu.options).filter((option) => option.default === true);
  return [...marked.map(({ value }) => String(value)), ...jsonsOf(menu.default_values).map(({ id }) => String(id))];
}

function checkOffered({ custom_id, options }: Json, values: readonly string[]): void {
  const offered = jsonsOf(options).map((option) => option.value);
  const unknown = values.find((value) => !offered.includes(value));
  if (unknown !== undefined) throw new Refusal(`"${String(custom_id)}" offers ${offered.join(', ')}; not ${unknown}`);
}

/** Adds the user, role or channel of an id to `resolved`. */
function resolve({ type, custom_id: name, channel_types }: Json, id: string, context: ValueContext): void {
  const { world, guild, resolved } = context;
  const user = world.users.get(id);
  const role = guild?.roles.find((each) => each.id === id);
  const channel = world.channels.get(id);
  const takes = (kind: number) =>
    type === kind || (type === componentTypes.mentionableSelect && kind !== componentTypes.channelSelect);
  if (channel && takes(componentTypes.channelSelect))
    sendableValue({ type: optionTypes.channel, name, channel_types }, channel, context);
  else if (user && takes(componentTypes.userSelect) && (guild === null || guild.members.has(id)))
    sendableValue({ type: optionTypes.user, name }, user, context);
  else if (role && takes(componentTypes.roleSelect)) resolved.roles = { ...resolved.roles, [id]: rolePayload(role) };
  else throw new Refusal(`"${String(name)}" does not offer ${id}`);
}
