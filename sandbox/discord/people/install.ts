import type { Command } from '../commands.ts';
import type { Core } from '../core.ts';
import type { Json } from '../json.ts';
import { commandTypes } from '../numbers.ts';
import type { Channel, User } from '../world/entities.ts';
import { permissionBits } from '../world/permissions.ts';
import { Refusal } from './refusal.ts';

/**
 * Returns the context of an interaction: 0 in a guild, 1 in the bot's direct messages, 2 in any other private channel.
 */
export function contextOf(channel: Channel): 0 | 1 | 2 {
  if (channel.guild) return 0;
  return channel.withBot ? 1 : 2;
}

/** Returns the owners of the installation: `{0: guild}` (`"0"` in the bot's direct messages), `{1: user}`, or both. */
export function ownersOf(core: Core, user: User, channel: Channel): Record<string, string> {
  const owners: Record<string, string> = {};
  if (channel.guild?.hasBot) owners[0] = channel.guild.id;
  else if (contextOf(channel) === 1 && core.world.sharesGuildWithBot(user)) owners[0] = '0';
  if (user.installed) owners[1] = user.id;
  return owners;
}

/**
 * Finds the command of a name in a channel, and the owners of the installation that offers it.
 * @throws Refusal if it is not registered, not offered in that context or installation, or not permitted
 */
export function findCommand(
  core: Core,
  name: string,
  user: User,
  channel: Channel,
): { command: Command; owners: Json } {
  const guild = channel.guild;
  const command = core.commands
    .availableIn(guild?.id ?? null)
    .find((each) => each.name === name && each.type === commandTypes.chatInput);
  if (!command) throw new Refusal(`/${name} is not registered${guild ? ` in ${guild.name}` : ''}`);
  const { contexts, integration_types: types } = command as {
    contexts?: number[] | null;
    integration_types?: number[];
  };
  if (contexts && !contexts.includes(contextOf(channel)))
    throw new Refusal(`/${name} is not offered in this kind of place`);
  const installs = Object.entries(ownersOf(core, user, channel));
  const owners = types ? installs.filter(([type]) => types.includes(Number(type))) : installs.slice(0, 1);
  if (owners.length === 0) throw new Refusal(`/${name}: the app is not installed so that it could be used here`);
  if (guild) checkPermitted(core, command, user, channel);
  return { command, owners: Object.fromEntries(owners) };
}

/** Lists the commands that Discord's app offers a user in a channel, which are those that `findCommand` finds. */
export function offeredCommands(core: Core, user: User, channel: Channel): readonly Command[] {
  return core.commands.availableIn(channel.guild?.id ?? null).filter((command) => {
    try {
      return findCommand(core, command.name, user, channel).command === command;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  });
}

function checkPermitted(core: Core, command: Command, user: User, channel: Channel): void {
  const held = core.world.permissionsOf(user, channel);
  if ((held & permissionBits.ViewChannel) === 0n) throw new Refusal(`${user.name} does not see #${channel.name}`);
  const needed = BigInt(String(command.default_member_permissions ?? 0));
  const isAdmin = (held & permissionBits.Administrator) !== 0n;
  const isClosed = command.default_member_permissions === '0';
  if (isAdmin) return;
  if ((held & permissionBits.UseApplicationCommands) === 0n)
    throw new Refusal('no permission to use application commands');
  if (isClosed || (held & needed) !== needed)
    throw new Refusal(`/${command.name}: ${user.name} lacks the permissions for it`);
}
