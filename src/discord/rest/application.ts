import {
  type RESTPostAPIChatInputApplicationCommandsJSONBody as Definition,
  DiscordAPIError,
  RESTJSONErrorCodes as ErrorCode,
  OAuth2Scopes,
  PermissionFlagsBits,
  PermissionsBitField,
  type REST,
  Routes,
} from 'discord.js';
import { DiscordRefused, NotDiscord, outcomeOf } from './faults.ts';

const REASON_CHARACTERS = 500;

/** Converts a command's permissions to a number, as Discord's API documents them; discord.js types them as a string. */
function asPublished(definition: Definition) {
  const permissions = definition.default_member_permissions;
  return permissions == null ? definition : { ...definition, default_member_permissions: Number(permissions) };
}

/** Error codes about the application or its token. A repeated request gets the same answer. */
const APPLICATION_CODES: readonly (number | string)[] = [
  ErrorCode.UnknownApplication,
  ErrorCode.UnknownToken,
  ErrorCode.BotsCannotUseThisEndpoint,
  ErrorCode.OnlyBotsCanUseThisEndpoint,
  ErrorCode.NotAuthorizedToPerformThisActionOnThisApplication,
  ErrorCode.Unauthorized,
  ErrorCode.InvalidToken,
  ErrorCode.InvalidOAuth2AccessToken,
];
/** Error codes for a server that the application is not in. */
const SERVER_CODES: readonly (number | string)[] = [ErrorCode.UnknownGuild, ErrorCode.MissingAccess];

/** @returns whether Discord says that the application is not in the requested server */
export function isWrongServer(error: unknown): boolean {
  return error instanceof DiscordAPIError && SERVER_CODES.includes(error.code);
}

/**
 * Replaces the application's slash commands with these, in one server or globally (`guildId` null). Commands of one
 * server are visible at once, which suits development.
 *
 * @returns the ids of the commands by name
 * @throws DiscordRefused if Discord names the application or its token, or if the application is not in the server
 *   DISCORD_GUILD_ID; the REST client's errors otherwise, also for a definition that Discord rejects
 */
export async function registerCommands(
  rest: REST,
  applicationId: string,
  definitions: readonly Definition[],
  guildId: string | null,
): Promise<ReadonlyMap<string, string>> {
  try {
    return idsByName(await rest.put(routeOf(applicationId, guildId), { body: definitions.map(asPublished) }));
  } catch (error) {
    const outcome = outcomeOf(error);
    const why = 'why' in outcome ? outcome.why.replace(/\s+/g, ' ').slice(0, REASON_CHARACTERS) : '';
    if (guildId !== null && isWrongServer(error))
      throw new DiscordRefused(
        `Discord does not let Crier register its commands in the server DISCORD_GUILD_ID=${guildId}: invite it there, or leave DISCORD_GUILD_ID out. (${why})`,
      );
    if (!(error instanceof DiscordAPIError && APPLICATION_CODES.includes(error.code))) throw error;
    throw new DiscordRefused(
      `Discord does not let Crier register its commands: look at its application at discord.com/developers, then start again. (${why})`,
    );
  }
}

/**
 * Removes the application's commands in one server, or the global ones (`guildId` null).
 *
 * @returns the number of removed commands, 0 also if the application is not in that server
 * @throws the REST client's errors
 */
export async function removeCommands(rest: REST, applicationId: string, guildId: string | null): Promise<number> {
  const route = routeOf(applicationId, guildId);
  try {
    const { size } = idsByName(await rest.get(route));
    if (size > 0) await rest.put(route, { body: [] });
    return size;
  } catch (error) {
    if (guildId !== null && isWrongServer(error)) return 0;
    throw error;
  }
}

function routeOf(applicationId: string, guildId: string | null) {
  return guildId === null
    ? Routes.applicationCommands(applicationId)
    : Routes.applicationGuildCommands(applicationId, guildId);
}

/** @throws NotDiscord if the answer is not a list */
function idsByName(registered: unknown): ReadonlyMap<string, string> {
  if (!Array.isArray(registered)) throw new NotDiscord(200);
  const list: readonly unknown[] = registered;
  return new Map(list.flatMap((one) => (isNamedCommand(one) ? [[one.name, one.id] as const] : [])));
}

function isNamedCommand(command: unknown): command is { readonly name: string; readonly id: string } {
  if (typeof command !== 'object' || command === null || !('name' in command && 'id' in command)) return false;
  return typeof command.name === 'string' && typeof command.id === 'string';
}

/** Permissions that Crier needs in the servers where it posts and answers. */
const INVITE_PERMISSIONS = [
  PermissionFlagsBits.ViewChannel,
  PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.SendMessagesInThreads,
  PermissionFlagsBits.EmbedLinks,
  PermissionFlagsBits.AttachFiles,
];

/** Returns the link to invite Crier to a server, with exactly the permissions that it needs. */
export function inviteLink(applicationId: string): string {
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands].join(' '),
    permissions: new PermissionsBitField(INVITE_PERMISSIONS).bitfield.toString(),
  });
  return `https://discord.com/oauth2/authorize?${query}`;
}
