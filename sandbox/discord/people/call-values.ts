import { type Json, jsonsOf } from '../json.ts';
import { optionTypes } from '../numbers.ts';
import type { Attachment, Channel, Guild, Role, User } from '../world/entities.ts';
import { channelTypes } from '../world/entities.ts';
import { attachmentPayload, channelPayload, memberPayload, rolePayload, userPayload } from '../world/payloads.ts';
import type { World } from '../world/world.ts';
import { Refusal } from './refusal.ts';

/** A file that a user chooses for an option. */
export interface ChosenFile {
  readonly name: string;
  readonly content: Buffer | string;
  /** Derived from the name by default. */
  readonly contentType?: string;
}

/** The value of an option: a primitive, or the user, channel, role or file itself. */
export type OptionValue = string | number | boolean | User | Channel | Role | ChosenFile;

/** The maps of users, channels and so on that Discord sends in addition to their ids. */
export type Resolved = Record<string, Record<string, Json>>;

export interface ValueContext {
  readonly world: World;
  readonly guild: Guild | null;
  /** The calling user. Discord sends their permissions in a channel with it. */
  readonly user: User;
  readonly resolved: Resolved;
  upload(file: ChosenFile): Attachment;
}

/**
 * Returns an option's value in Discord's format and adds its entity to `resolved`.
 * @throws Refusal if the value does not fit the option
 */
export function sendableValue(option: Json, value: OptionValue, context: ValueContext): string | number | boolean {
  const { type } = option;
  if (type === optionTypes.string) return text(option, value);
  if (type === optionTypes.integer || type === optionTypes.number) return numeric(option, value);
  if (type === optionTypes.boolean) {
    if (typeof value !== 'boolean') throw unfit(option, value);
    return value;
  }
  if (typeof value !== 'object') throw unfit(option, value);
  const keep = (kind: string, payload: Json, { id }: { id: string }): string => {
    context.resolved[kind] = { ...context.resolved[kind], [id]: payload };
    return id;
  };
  if ('content' in value) {
    if (type !== optionTypes.attachment) throw unfit(option, value);
    const attachment = context.upload(value);
    return keep('attachments', attachmentPayload(attachment), attachment);
  }
  if (type === optionTypes.channel && 'type' in value) return keep('channels', channel(option, value, context), value);
  if (type === optionTypes.user && 'bot' in value) {
    const member = context.guild?.members.get(value.id);
    if (member) keep('members', { ...memberPayload(member), user: undefined, permissions: '0' }, value);
    return keep('users', userPayload(value), value);
  }
  if (type === optionTypes.role && 'mentionable' in value) {
    if (context.guild?.everyone !== value && !context.guild?.roles.includes(value)) throw unfit(option, value);
    return keep('roles', rolePayload(value), value);
  }
  throw unfit(option, value);
}

function text(option: Json, value: OptionValue): string {
  if (typeof value !== 'string') throw unfit(option, value);
  const { min_length: least = 0, max_length: most = 6_000 } = option as { min_length?: number; max_length?: number };
  if (value.length < least || value.length > most) throw unfit(option, value);
  return among(option, value);
}

function numeric(option: Json, value: OptionValue): number {
  const isRight = typeof value === 'number' && (option.type === optionTypes.number || Number.isInteger(value));
  if (!isRight || Math.abs(value) > Number.MAX_SAFE_INTEGER) throw unfit(option, value);
  const { min_value: least = -Infinity, max_value: most = Infinity } = option as {
    min_value?: number;
    max_value?: number;
  };
  if (value < least || value > most) throw unfit(option, value);
  return among(option, value);
}

function channel(option: Json, value: Channel, { world, guild, user }: ValueContext): Json {
  const allowed = option.channel_types;
  if (value.guild !== guild || !world.channels.has(value.id)) throw unfit(option, value);
  if (Array.isArray(allowed) && allowed.length > 0 && !allowed.includes(channelTypes[value.type]))
    throw unfit(option, value);
  const { id, type, name, parent_id, thread_metadata, flags } = channelPayload(value);
  return {
    id,
    type,
    name,
    parent_id,
    thread_metadata,
    flags,
    permissions: world.permissionsOf(user, value).toString(),
    app_permissions: world.permissionsOf(world.bot, value).toString(),
  };
}

function among<Value extends string | number>(option: Json, value: Value): Value {
  const choices = jsonsOf(option.choices);
  if (choices.length > 0 && !choices.some((choice) => choice.value === value)) throw unfit(option, value);
  return value;
}

function unfit(option: Json, value: OptionValue): Refusal {
  const shown = typeof value === 'object' ? value.name : JSON.stringify(value);
  return new Refusal(`the option "${String(option.name)}" does not take ${shown}`);
}
