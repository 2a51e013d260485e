import type { Command } from '../commands.ts';
import type { Core } from '../core.ts';
import type { InteractionPlan } from '../interactions.ts';
import { type Json, jsonOf } from '../json.ts';
import { commandTypes, componentTypes } from '../numbers.ts';
import { withDescendants } from '../rules/component-rules.ts';
import { isSelect } from '../rules/control-rules.ts';
import { maxFileBytes, unknownType } from '../world/attachments.ts';
import { type Attachment, type Channel, type Message, type User, withoutMessages } from '../world/entities.ts';
import { messagePayload } from '../world/message-payload.ts';
import { channelPayload, memberPayload, userPayload } from '../world/payloads.ts';
import { botBits } from '../world/permissions.ts';
import { Answer } from './answer.ts';
import type { ChosenFile, Resolved, ValueContext } from './call-values.ts';
import { callOptions, type OptionValues, typingOptions } from './command-call.ts';
import { contextOf, findCommand, offeredCommands, ownersOf } from './install.ts';
import { menuChoice } from './menu-choice.ts';
import { type ModalValues, modalSubmission } from './modal-submission.ts';
import { Refusal } from './refusal.ts';

const userInstallFollowUps = 5;

/**
 * A user in a channel, with the actions of Discord's app. Each action throws a Refusal where the app would not allow
 * it.
 */
export class Actor {
  readonly user: User;
  readonly channel: Channel;
  readonly #core: Core;

  constructor(core: Core, user: User, channel: Channel) {
    if (channel.guild && !channel.guild.members.has(user.id)) throw new Refusal(`${user.name} is not in that server`);
    if (channel.withBot && channel.recipient && channel.recipient !== user) {
      throw new Refusal(`${user.name} is not in the direct messages with ${channel.recipient.name}`);
    }
    if (withoutMessages.includes(channel.type)) throw new Refusal(`nobody can type in #${channel.name} itself`);
    this.#core = core;
    this.user = user;
    this.channel = channel;
  }

  /** Lists the slash commands that Discord's app offers in the channel. */
  commands(): readonly Command[] {
    return offeredCommands(this.#core, this.user, this.channel);
  }

  /** Runs a slash command, such as `run('/feed add', { kind: 'auctions' })`. */
  run(line: string, values: OptionValues = {}): Answer {
    const { name, words } = readLine(line);
    const { command, owners } = findCommand(this.#core, name, this.user, this.channel);
    const resolved: Resolved = {};
    const options = callOptions(command, words, values, this.#valueContext(resolved));
    const data = { id: command.id, name, type: commandTypes.chatInput, options, resolved, guild_id: command.guild_id };
    return this.#begin({ kind: 'command', act: shown(name, words), owners, data });
  }

  /** Types into an option with autocomplete and waits for the choices. */
  async autocomplete(line: string, focused: string, text: string, values: OptionValues = {}): Promise<Json[]> {
    const { name, words } = readLine(line);
    const { command, owners } = findCommand(this.#core, name, this.user, this.channel);
    const typing = { focused, text, values };
    const { options, option } = typingOptions(command, words, typing, this.#valueContext({}));
    const data = { id: command.id, name, type: commandTypes.chatInput, options, guild_id: command.guild_id };
    const act = `the autocomplete of "${focused}" in ${shown(name, words)}`;
    return this.#begin({ kind: 'autocomplete', act, owners, data, focused: option }).choices();
  }

  /** Presses a button by its custom id. */
  press(message: Message, customId: string): Answer {
    const button = this.#control(message, customId);
    if (button.type !== componentTypes.button) throw new Refusal(`"${customId}" is no button`);
    return this.#use(message, `the button "${customId}"`, {
      custom_id: customId,
      component_type: componentTypes.button,
      id: button.id,
    });
  }

  /** Selects values in a menu: labels of its options, or ids of users, roles or channels. */
  select(message: Message, customId: string, values: readonly string[]): Answer {
    const menu = this.#control(message, customId);
    if (!isSelect(menu)) throw new Refusal(`"${customId}" is no select menu`);
    const resolved: Resolved = {};
    const chosen = menuChoice(menu, values, this.#valueContext(resolved));
    const data = { custom_id: customId, component_type: menu.type, values: chosen, resolved, id: menu.id };
    return this.#use(message, `the menu "${customId}"`, data);
  }

  /**
   * Fills in the modal that a response opened and submits it. Values are keyed by the inputs' custom ids; a menu takes
   * the values of `select`.
   */
  async submit(answer: Answer, values: ModalValues): Promise<Answer> {
    const data = modalSubmission(await answer.modal(), values, this.#valueContext({}));
    const { owners, source } = answer.interaction;
    const act = `the modal "${String(data.custom_id)}"`;
    return this.#begin({ kind: 'modal', act, owners, data, source });
  }

  /** Uploads a file, as `run` does for a file option. */
  upload({ name, content, contentType = unknownType }: ChosenFile): Attachment {
    const bytes = Buffer.from(content);
    if (bytes.length > maxFileBytes) throw new Refusal(`${name} is too large: a file may have 10 MiB`);
    return this.#core.attachments.add(this.channel, { filename: name, contentType, bytes });
  }

  #valueContext(resolved: Resolved): ValueContext {
    const { world } = this.#core;
    return { world, guild: this.channel.guild, user: this.user, resolved, upload: (file) => this.upload(file) };
  }

  #use(message: Message, act: string, data: Json): Answer {
    const owners = ownersOf(this.#core, this.user, this.channel);
    return this.#begin({ kind: 'component', act, owners, data, source: message });
  }

  #control(message: Message, customId: string): Json {
    const isSeen = message.channel === this.channel && (message.onlyFor === null || message.onlyFor === this.user);
    if (!isSeen || message.deleted) throw new Refusal('the message is not visible here');
    const control = message.components.flatMap(withDescendants).find((component) => component.custom_id === customId);
    if (!control) {
      const ids = message.components.flatMap(withDescendants).flatMap(({ custom_id: id }) => (id == null ? [] : [id]));
      throw new Refusal(`the message has no component "${customId}"; it has: ${ids.join(', ') || 'none'}`);
    }
    if (control.disabled === true) throw new Refusal(`"${customId}" is disabled`);
    return jsonOf(control);
  }

  #begin(
    deed: Pick<InteractionPlan, 'kind' | 'act' | 'owners' | 'focused'> & { data: Json; source?: Message | null },
  ): Answer {
    const { data, source = null, ...rest } = deed;
    const { user, channel } = this;
    const followUpLimit = channel.guild && !channel.guild.hasBot ? userInstallFollowUps : Number.POSITIVE_INFINITY;
    const payload = { ...this.#setting(rest.owners), data, ...(source && { message: messagePayload(source) }) };
    const plan = { ...rest, source, user, channel, followUpLimit, payload };
    return new Answer(this.#core.interactions.open(plan));
  }

  #setting(owners: Json): Json {
    const { world } = this.#core;
    const { user, channel } = this;
    const { guild } = channel;
    const member = guild?.members.get(user.id);
    const held = guild?.hasBot ? world.permissionsOf(world.bot, channel) : botBits;
    const permissions = world.permissionsOf(user, channel).toString();
    return {
      application_id: world.bot.id,
      channel_id: channel.id,
      channel: { ...channelPayload(channel), permissions },
      ...(guild && member
        ? {
            guild_id: guild.id,
            guild: { id: guild.id, locale: guild.locale, features: [] },
            guild_locale: guild.locale,
            member: { ...memberPayload(member), permissions },
          }
        : { user: userPayload(user) }),
      locale: user.locale,
      app_permissions: held.toString(),
      context: contextOf(channel),
      authorizing_integration_owners: owners,
      entitlements: [],
      attachment_size_limit: maxFileBytes,
    };
  }
}

function shown(name: string, words: readonly string[]): string {
  return `/${[name, ...words].join(' ')}`;
}

function readLine(line: string): { name: string; words: string[] } {
  const [name = '', ...words] = line.trim().replace(/^\//, '').split(/\s+/);
  return { name, words };
}
