import type { Channel, Guild, Member } from './entities.ts';

/** The permission bits that the local Discord uses, by Discord's names. */
export const permissionBits = {
  Administrator: 1n << 3n,
  ManageChannels: 1n << 4n,
  ManageGuild: 1n << 5n,
  ViewChannel: 1n << 10n,
  SendMessages: 1n << 11n,
  ManageMessages: 1n << 13n,
  EmbedLinks: 1n << 14n,
  AttachFiles: 1n << 15n,
  ReadMessageHistory: 1n << 16n,
  MentionEveryone: 1n << 17n,
  UseApplicationCommands: 1n << 31n,
  ManageThreads: 1n << 34n,
  SendMessagesInThreads: 1n << 38n,
  UseExternalApps: 1n << 50n,
} as const;

export type Permission = keyof typeof permissionBits;

export function bitsOf(permissions: readonly Permission[]): bigint {
  return permissions.reduce((bits, name) => bits | permissionBits[name], 0n);
}

/** Default permissions of @everyone. */
export const everyoneBits = bitsOf([
  'ViewChannel',
  'SendMessages',
  'EmbedLinks',
  'AttachFiles',
  'ReadMessageHistory',
  'UseApplicationCommands',
  'SendMessagesInThreads',
  'UseExternalApps',
]);

/**
 * Default permissions of the bot. They include mentioning everyone, so that a message without such a mention is the
 * bot's own choice.
 */
export const botBits = everyoneBits | permissionBits.MentionEveryone;

const every = Object.values(permissionBits).reduce((all, bit) => all | bit, 0n);

/**
 * Returns a member's permissions in a channel: those of the roles, then the channel's overwrites for everyone, for all
 * roles together and for the member.
 */
export function permissionsIn(channel: Channel, guild: Guild, member: Member): bigint {
  if (guild.owner.id === member.user.id) return every;
  const base = member.roles.reduce((bits, role) => bits | role.permissions, guild.everyone.permissions);
  if (base & permissionBits.Administrator) return every;
  const overwrites = (channel.parent ?? channel).overwrites;
  const everyone = overwrites.filter((overwrite) => overwrite.id === guild.id);
  const roleIds = new Set(member.roles.map((role) => role.id));
  const ofRoles = overwrites.filter((overwrite) => overwrite.kind === 'role' && roleIds.has(overwrite.id));
  const own = overwrites.filter((overwrite) => overwrite.kind === 'member' && overwrite.id === member.user.id);
  return [everyone, ofRoles, own].reduce(
    (bits, some) => apply(bits, { allow: fold(some, 'allow'), deny: fold(some, 'deny') }),
    base,
  );
}

function apply(bits: bigint, overwrite: { allow: bigint; deny: bigint }): bigint {
  return (bits & ~overwrite.deny) | overwrite.allow;
}

function fold(overwrites: readonly { allow: bigint; deny: bigint }[], side: 'allow' | 'deny'): bigint {
  return overwrites.reduce((bits, overwrite) => bits | overwrite[side], 0n);
}
