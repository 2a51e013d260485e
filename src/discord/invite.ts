import { OAuth2Scopes, PermissionFlagsBits, PermissionsBitField } from 'discord.js';

/** What Crier needs in the servers where it posts and answers. */
const NEEDED = [
  PermissionFlagsBits.ViewChannel,
  PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.SendMessagesInThreads,
  PermissionFlagsBits.EmbedLinks,
  PermissionFlagsBits.AttachFiles,
];

/** The link by which whoever manages a server invites Crier, with exactly the permissions that it needs. */
export function inviteLink(applicationId: string): string {
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands].join(' '),
    permissions: new PermissionsBitField(NEEDED).bitfield.toString(),
  });
  return `https://discord.com/oauth2/authorize?${query}`;
}
