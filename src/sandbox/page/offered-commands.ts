import type { Command } from '../discord/commands.ts';
import { contextOf } from '../discord/people/install.ts';
import type { Channel, User } from '../discord/world/entities.ts';
import { permissionBits } from '../discord/world/permissions.ts';
import type { Stage } from './stage.ts';

/** The slash commands that Discord's app would list for a person in a place. */
export function offeredCommands({ discord }: Stage, user: User, place: Channel): Command[] {
  const { guild } = place;
  const isInstalled = [guild ? guild.hasBot : discord.world.sharesGuildWithBot(user), user.installed];
  const registered = [...(guild ? discord.commands(guild.id) : []), ...discord.commands()];
  return registered.filter((command) => {
    const { contexts, integration_types: types } = command as { contexts?: number[]; integration_types?: number[] };
    if (command.type !== 1 || (contexts && !contexts.includes(contextOf(place)))) return false;
    return (types ?? [0]).some((type) => isInstalled[type]) && (!guild || isPermitted(discord, command, user, place));
  });
}

function isPermitted({ world }: Stage['discord'], command: Command, user: User, place: Channel): boolean {
  const held = world.permissionsOf(user, place);
  const needed = command.default_member_permissions;
  if (held & permissionBits.Administrator) return true;
  if (needed === '0' || !(held & permissionBits.UseApplicationCommands)) return false;
  return (held & BigInt(String(needed ?? 0))) === BigInt(String(needed ?? 0));
}
