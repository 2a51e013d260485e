import { type Json, jsonsOf } from '../discord/json.ts';
import { optionTypes } from '../discord/numbers.ts';
import type { Actor } from '../discord/people/actor.ts';
import type { ChosenFile, OptionValue } from '../discord/people/call-values.ts';
import type { FileValue, OptionValues } from './protocol.ts';
import type { Sandbox } from './sandbox.ts';

/** Turns values of the page into those of an actor: ids into channels and people, base64 into a file's bytes. */
export function actorValues(
  sandbox: Sandbox,
  actor: Actor,
  line: string,
  values: OptionValues,
): Record<string, OptionValue> {
  const [name, ...words] = line.trim().replace(/^\//, '').split(/\s+/);
  const command = actor.commands().find((each) => each.name === name);
  const options = words.reduce(
    (steps, word) => jsonsOf(steps.find((step) => step.name === word)?.options),
    jsonsOf(command?.options),
  );
  const typeOf = (option: string) => options.find((each: Json) => each.name === option)?.type;
  const entries = Object.entries(values).map(([option, value]) => [option, entity(sandbox, typeOf(option), value)]);
  return Object.fromEntries(entries);
}

/** Returns the value unchanged if it names nothing. The actor refuses invalid values. */
function entity({ discord }: Sandbox, type: unknown, value: OptionValues[string]): OptionValue {
  if (typeof value === 'object') return chosenFile(value);
  const id = String(value);
  if (type === optionTypes.channel) return discord.world.channels.get(id) ?? value;
  if (type === optionTypes.role) {
    const roles = [...discord.world.guilds.values()].flatMap((guild) => [guild.everyone, ...guild.roles]);
    return roles.find((role) => role.id === id) ?? value;
  }
  if (type === optionTypes.user) return discord.world.users.get(id) ?? value;
  return value;
}

function chosenFile({ name, type, base64 }: FileValue): ChosenFile {
  return { name, content: Buffer.from(base64, 'base64'), ...(type && { contentType: type }) };
}
