import {
  type APIGuild,
  type APIGuildChannel,
  type APIGuildMember,
  type APIOverwrite,
  type GuildChannelType,
  PermissionFlagsBits,
} from 'discord.js';

/**
 * A member's permissions in a channel, by Discord's rule of permission overwrites: roles together, then the channel's
 * overwrites for everyone, for roles, and for the member.
 *
 * @param channel of a thread its parent
 */
export function permissionsIn(
  { permission_overwrites: overwrites = [] }: APIGuildChannel<GuildChannelType>,
  guild: Pick<APIGuild, 'id' | 'roles'>,
  member: Pick<APIGuildMember, 'roles' | 'user'>,
): bigint {
  const roleIds = new Set([guild.id, ...member.roles]);
  const base = guild.roles
    .filter(({ id }) => roleIds.has(id))
    .reduce((bits, role) => bits | BigInt(role.permissions), 0n);
  if ((base & PermissionFlagsBits.Administrator) !== 0n) return ~0n;
  const everyone = overwrites.filter(({ id }) => id === guild.id);
  const roles = overwrites.filter(({ id }) => id !== guild.id && roleIds.has(id));
  const own = overwrites.filter(({ id }) => id === member.user.id);
  return [everyone, roles, own].reduce(apply, base);
}

function apply(bits: bigint, overwrites: readonly APIOverwrite[]): bigint {
  const all = (side: 'allow' | 'deny') => overwrites.reduce((sum, one) => sum | BigInt(one[side]), 0n);
  return (bits & ~all('deny')) | all('allow');
}
